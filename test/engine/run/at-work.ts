import { afterAll } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  createEngine,
  type EngineEvent,
  type EngineOptions,
  type EnginePort,
  type EventOf,
  type EventType,
  type Reaction,
} from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";

const ROADMAP = "# Roadmap\n\n## Phase Details\n\n### Phase 1: First\n\n**Goal**: It works\n";
const STATE = '---\ncurrent_phase: "1"\nstatus: executing\n---\n\n# Project State\n';
const PLAN = '---\nphase: "1"\nplan: "01"\n---\n\n<objective>\nA part of it.\n</objective>\n';

export type Line = Readonly<Record<string, unknown>> & { readonly event: string };

export interface AtWorkOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: object;
}

/** A project with one plan to execute, an engine over it, and a clock that the test moves. */
export class AtWork {
  readonly root: string;
  readonly home: string;
  readonly engine: EnginePort;
  readonly #env: Readonly<Record<string, string>>;
  now = Date.parse("2026-03-01T10:00:00.000Z");

  constructor({ env = {}, files = {}, config = {} }: AtWorkOptions = {}) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "at-work-")));
    afterAll(() => rmSync(base, { recursive: true, force: true }));
    this.root = join(base, "project");
    this.home = join(base, "home");
    this.#env = env;
    for (const folder of [this.root, this.home]) mkdirSync(folder);
    const written = {
      ".planning/ROADMAP.md": ROADMAP,
      ".planning/STATE.md": STATE,
      ".planning/config.json": JSON.stringify(config),
      ".planning/phases/01-first/01-CONTEXT.md": "# Context\n",
      ".planning/phases/01-first/01-01-PLAN.md": PLAN,
      ...files,
    };
    for (const [path, text] of Object.entries(written)) this.write(path, text);
    this.engine = this.newEngine();
  }

  /** Another process over the same project. */
  newEngine({ env = this.#env, home = this.home }: Partial<Pick<EngineOptions, "env" | "home">> = {}): EnginePort {
    return createEngine({ root: this.root, home, host: "opencode", content, env, now: () => this.now });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  /** Has a person begin the step in this session. Answers with the id of the run. */
  async begin(step = "execute", session = "lead"): Promise<string> {
    const args = { step, phase: "1" };
    const result = await this.engine.run("step", "begin", args, {
      audience: "person",
      session: { id: session, role: "root" },
    });
    if (!result.ok) throw new Error(`${result.message} ${result.remedy}`);
    return String((result.data as { readonly run: string }).run);
  }

  send<T extends EventType>(
    type: T,
    fields: Omit<EventOf<T>, "type" | "at" | "session"> & { readonly session?: string; readonly child?: boolean },
    engine: EnginePort = this.engine,
  ): Promise<readonly Reaction[]> {
    const { session = "lead", child = false, ...rest } = fields;
    const event: unknown = { type, at: this.now, session: { id: session, role: child ? "child" : "root" }, ...rest };
    return engine.handle(event as EngineEvent);
  }

  /** A whole tool call that takes a second. Throws where a host would not have made it. */
  async call(
    tool: string,
    args: object,
    end: { readonly outcome?: "ok" | "error" | "denied"; readonly result?: string; readonly child?: string } = {},
  ): Promise<readonly Reaction[]> {
    const call = `call-${this.now}`;
    const session = end.child === undefined ? {} : { session: end.child, child: true };
    const given = args as EventOf<"tool.before">["args"];
    const before = await this.send("tool.before", { tool, call, args: given, ...session });
    this.now += 1000;
    const refused = before.find(({ type }) => type === "deny");
    const { outcome = "ok", result = "" } = end;
    if (refused && outcome === "ok") throw new Error(`No host makes this call: ${JSON.stringify(refused)}`);
    return this.send("tool.after", { tool, call, args: given, outcome, result, ...session });
  }

  prompt(text: string, author: "person" | "command" | "engine" = "person", session = "lead") {
    return this.send("prompt.submit", { text, author, session });
  }

  stop(outcome: "idle" | "error" | "aborted" = "idle", session = "lead") {
    return this.send("turn.stop", { outcome, session });
  }

  get runsFolder(): string {
    return join(this.root, existsSync(join(this.root, ".guild")) ? ".guild" : ".planning", "runs");
  }

  get runFolder(): string {
    const run = readdirSync(this.runsFolder).find((name) => name.startsWith("run-"));
    return join(this.runsFolder, run ?? "none");
  }

  inRun(path: string): string {
    return readFileSync(join(this.runFolder, path), "utf8");
  }

  hasInRun(path: string): boolean {
    return existsSync(join(this.runFolder, path));
  }

  lines(event?: string): readonly Line[] {
    return this.inRun("logs/v1.4-events.jsonl")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]))
      .filter((line) => event === undefined || line.event === event);
  }
}

export function contextsIn(reactions: readonly Reaction[]): readonly string[] {
  return reactions.flatMap((reaction) => (reaction.type === "context" ? [reaction.text] : []));
}
