import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  createOpenCodeSandbox,
  type OpenCodeSandbox,
  type OpenCodeServe,
  startServe,
} from "../../bindings/live/opencode-host.ts";
import { createScratchFolder } from "../../bindings/live/scratch-folder.ts";
import { type ModelStep, type ScriptedModel, startScriptedModel } from "../../bindings/live/scripted-model.ts";
import type { Presence } from "../../bindings/shared/presence.ts";
import type { EventType } from "../../engine/index.ts";
import { bundleInto } from "../trace/bundle-into.ts";
import { type Evidence, gatherEvidence, type Remains, readPresence } from "./evidence.ts";
import { keepStart } from "./keep-start.ts";
import { replayed } from "./replayed.ts";
import { readTrace, type TracedStep, traceFile } from "./trace-file.ts";

export interface SoakOptions {
  /** Folder whose copy becomes the project. */
  readonly project: string;
  readonly calls: number;
  readonly compactions: number;
  readonly children: number;
  /** Called when a part is over. */
  readonly onPart?: (part: string) => void;
}

/** Calls of one answer; the host makes them side by side. */
const AT_ONCE = 5;
const TURN_MS = 120_000;
/** Longer than the plugin waits before it believes that a turn has ended. */
const QUIET_MS = 600;
const TOLD_MS = 5000;
const POLL_MS = 20;

/** Put together here, so that no file holds one. */
export const SECRET = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");

/** Every call carries its number, so that its line can be found again. */
export function markOf(number: number): string {
  return `soak-${String(number).padStart(4, "0")}`;
}

/**
 * Works a real OpenCode: tool calls that succeed, fail and are denied, compactions, children, an abort, a `kill -9` in
 * the middle of a turn, and the same session resumed in a new process. Then plays what its engines were told into bare
 * ones, over the project as it was before. Answers with what is left on disk, and where the bare engines differ.
 */
export async function soak(options: SoakOptions): Promise<Evidence> {
  const bundle = createScratchFolder("loopwright-soak-plugin", false);
  const plugin = await bundleInto(bundle.path, join(import.meta.dirname, "noting-plugin.ts"));
  const model = await startScriptedModel();
  const sandbox = createOpenCodeSandbox({ model, project: options.project, plugin: [pathToFileURL(plugin).href] });
  try {
    withoutContinuation(sandbox.directory);
    const restoreStart = keepStart(sandbox);
    const evidence = await new Soak(options, model, sandbox, await startServe(sandbox)).run();
    restoreStart();
    return { ...evidence, differences: await replayed(evidence, sandbox) };
  } finally {
    await sandbox.remove();
    await model.stop();
    bundle.remove();
  }
}

/** What goes on by itself would take the steps that others are meant for. */
function withoutContinuation(directory: string): void {
  const file = join(directory, ".planning", "config.json");
  const config = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...config, loopwright: { continuation: { enabled: false } } }));
}

class Soak {
  readonly #options: SoakOptions;
  readonly #model: ScriptedModel;
  readonly #sandbox: OpenCodeSandbox;
  #serve: OpenCodeServe;
  #session = "";
  #made = 0;
  #resumedWith = "";
  /** The word that processes left which are gone. */
  readonly #presences: Presence[] = [];

  constructor(options: SoakOptions, model: ScriptedModel, sandbox: OpenCodeSandbox, serve: OpenCodeServe) {
    this.#options = options;
    this.#model = model;
    this.#sandbox = sandbox;
    this.#serve = serve;
  }

  async run(): Promise<Remains> {
    const { calls, compactions, children } = this.#options;
    await this.#begin();
    const share = Math.floor(calls / (compactions + 1));
    for (let part = 1; part < compactions; part++) await this.#workAndCompact(share);
    for (let child = 0; child < children; child++) await this.#delegate();
    this.#told(`${children} child(ren)`);
    await this.#abort();
    await this.#crash(share);
    await this.#resume();
    await this.#workAndCompact(calls - this.#made);
    await this.#client.deleteSession(this.#session);
    await this.#until(() => this.#hasLeftWordOf("session.end") && this.#hasEnded() && this.#isAnswered());
    await this.#serve.stop({ keep: true });
    const facts = { calls: this.#made, resumedWith: this.#resumedWith, presences: this.#presences };
    return gatherEvidence(this.#sandbox, facts);
  }

  get #client() {
    return this.#serve.client;
  }

  #told(part: string): void {
    this.#options.onPart?.(part);
  }

  #rest(): Promise<void> {
    return this.#client.waitIdle(this.#session, TURN_MS, QUIET_MS);
  }

  /** Waits for what the plugin leaves behind; the judge complains when it never does. */
  async #until(holds: () => boolean): Promise<void> {
    for (let waited = 0; waited < TOLD_MS && !holds(); waited += POLL_MS) await delay(POLL_MS);
  }

  #hasLeftWordOf(event: EventType): boolean {
    return (readPresence(this.#sandbox.home).events[event]?.count ?? 0) > 0;
  }

  /** Whether the engine has answered all that it was told. */
  #isAnswered(): boolean {
    return this.#traced().every(({ said }) => said !== undefined);
  }

  /** Whether it was told of the end of the session, which is the last that it hears of it. */
  #hasEnded(): boolean {
    return this.#traced().some(
      ({ told }) => "event" in told && told.event.type === "session.end" && told.event.session.id === this.#session,
    );
  }

  #traced(): readonly TracedStep[] {
    return readTrace(traceFile(this.#sandbox.directory)).flat();
  }

  async #begin(): Promise<void> {
    this.#session = (await this.#client.createSession({ title: "soak" })).id;
    this.#model.play([{ say: "Begun." }]);
    await this.#client.command(this.#session, "gsd-discuss-phase", "1");
    await this.#rest();
  }

  async #workAndCompact(count: number): Promise<void> {
    await this.#work(count);
    await this.#client.summarize(this.#session);
    await this.#rest();
    this.#told(`a compaction after ${this.#made} calls`);
  }

  async #work(count: number): Promise<void> {
    this.#model.play([...this.#steps(count), { say: "Done so far." }]);
    await this.#client.prompt(this.#session, "Go on", {}, TURN_MS);
    await this.#rest();
  }

  #steps(count: number): readonly ModelStep[] {
    const numbers = Array.from({ length: count }, () => ++this.#made);
    return Array.from({ length: Math.ceil(count / AT_ONCE) }, (_, index) => ({
      calls: numbers.slice(index * AT_ONCE, (index + 1) * AT_ONCE).map(callOf),
    }));
  }

  async #delegate(): Promise<void> {
    const task = { description: "A part", prompt: "Look around.", subagent_type: "general" };
    this.#model.play([
      { calls: [{ tool: "task", args: task }] },
      { calls: [callOf(++this.#made)] },
      { say: "Looked." },
      { say: "Heard." },
    ]);
    await this.#client.prompt(this.#session, "Delegate", {}, TURN_MS);
    await this.#rest();
  }

  async #abort(): Promise<void> {
    await this.#hang([]);
    await this.#client.abort(this.#session);
    await this.#rest();
    this.#told("an abort");
  }

  /** The host dies without a word while its model is silent. */
  async #crash(count: number): Promise<void> {
    await this.#hang(this.#steps(count));
    await this.#until(() => this.#isAnswered());
    await this.#serve.stop({ signal: "SIGKILL", keep: true });
    this.#presences.push(readPresence(this.#sandbox.home));
    this.#told(`a kill after ${this.#made} calls`);
  }

  async #hang(steps: readonly ModelStep[]): Promise<void> {
    const from = this.#model.requests.length;
    this.#model.play([...steps, { hang: true }]);
    await this.#client.promptAsync(this.#session, "Go on, and wait");
    await this.#model.waitFor((request) => request.answeredBy?.hang === true, TURN_MS, from);
  }

  async #resume(): Promise<void> {
    this.#serve = await startServe(this.#sandbox);
    const from = this.#model.requests.length;
    this.#model.play([{ calls: [{ tool: "gsd_next", args: {} }] }, { say: "Here I was." }]);
    await this.#client.prompt(this.#session, "Go on from there", {}, TURN_MS);
    await this.#rest();
    const request = this.#model.requests.slice(from).find(({ offersTools }) => offersTools);
    this.#resumedWith = request?.messages.map(({ text }) => text).join("\n") ?? "";
    await this.#client.createSession({ title: "other" });
    this.#told("a resumed session");
  }
}

/** Calls of all kinds, by turns. Every tenth names a credential, every seventh is denied, every fifth fails. */
function callOf(number: number): { readonly tool: string; readonly args: object } {
  const mark = markOf(number);
  const shell = (command: string) => ({ tool: "bash", args: { command, description: mark } });
  if (number % 10 === 0) return shell(`echo ${mark} token=${SECRET}`);
  if (number % 7 === 0) return { tool: "read", args: { filePath: `${mark}/.env` } };
  if (number % 5 === 0) return { tool: "read", args: { filePath: `${mark}.txt` } };
  if (number % 3 === 0) return { tool: "grep", args: { pattern: mark } };
  if (number % 2 === 0) return { tool: "write", args: { filePath: `notes/${mark}.md`, content: `${mark}\n` } };
  return shell(`echo ${mark}`);
}
