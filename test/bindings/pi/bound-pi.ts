import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bindPi } from "../../../bindings/pi/bind.ts";
import type { Clock } from "../../../bindings/shared/clock.ts";
import type { Content } from "../../../bindings/shared/content.ts";
import type { EnginePort } from "../../../engine/index.ts";
import { FakePi, type FakePiOptions } from "./fake-pi.ts";
import { ScriptedEngine } from "./scripted-engine.ts";

const CONTENT: Content = {
  capabilities: [],
  workflows: {},
  commands: {
    "gsd-plan-phase": { description: "Plan a phase", template: "Plan it.", step: "plan" },
    "gsd-help": { description: "Help", template: "Explain." },
  },
  agents: {},
};

/** Waits that never end by themselves: `expire` ends those that are open. */
export class StoppedClock implements Clock {
  readonly #waiting = new Set<() => void>();

  now(): number {
    return 1_000;
  }

  after(_ms: number, callback: () => void): () => void {
    this.#waiting.add(callback);
    return () => this.#waiting.delete(callback);
  }

  expire(): void {
    for (const callback of [...this.#waiting]) callback();
  }
}

/** A folder in which copies of the extension are bound to sessions of the fake host. */
export class Workplace {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-bind-pi-")));
  readonly clock = new StoppedClock();

  /** Loads the extension into a new session and starts it. */
  async start(
    options: Partial<FakePiOptions> = {},
    bind: { readonly reason?: string; readonly entry?: string; readonly engineFor?: () => EnginePort } = {},
  ): Promise<{ pi: FakePi; engine: ScriptedEngine }> {
    const engine = new ScriptedEngine();
    const pi = this.load(options, { engineFor: () => engine, ...bind });
    await pi.raise("session_start", { reason: bind.reason ?? "startup" });
    return { pi, engine };
  }

  load(
    options: Partial<FakePiOptions>,
    { engineFor, entry = "/somewhere/loopwright.js" }: { engineFor: () => EnginePort; entry?: string },
  ): FakePi {
    const pi = new FakePi({ folder: this.folder, ...options });
    bindPi(pi.api, { content: CONTENT, version: "1.2.3", entry, home: this.folder, engineFor, clock: this.clock });
    return pi;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
