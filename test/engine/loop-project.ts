import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type CommandResult,
  createEngine,
  type EngineEvent,
  type EnginePort,
  invocationOf,
  type JsonObject,
  type Reaction,
  type RecordEntry,
  type SessionRef,
} from "../../engine/index.ts";
import { content } from "../../plugin/content.generated.ts";

export const LEAD: SessionRef = { id: "lead", role: "root" };
export const PHASE = ".planning/phases/01-addresses";

const SAMPLE = new URL("../../try/sample", import.meta.url).pathname;
const START = Date.UTC(2026, 1, 3, 9);

export interface ProjectOptions {
  /** Laid over the sample's `.planning/config.json`. */
  readonly config?: JsonObject;
  /** Manifests beside the shipped ones. */
  readonly capabilities?: readonly unknown[];
}

/** A temporary copy of the sample project with an engine at work in it. Its clock moves when told to. */
export class LoopProject {
  readonly root: string;
  readonly #base: string;
  readonly #options: ProjectOptions;
  engine: EnginePort;
  now = START;

  constructor(options: ProjectOptions = {}) {
    this.#base = realpathSync(mkdtempSync(join(tmpdir(), "loop-")));
    this.root = join(this.#base, "project");
    this.#options = options;
    cpSync(SAMPLE, this.root, { recursive: true });
    if (options.config) this.write(".planning/config.json", JSON.stringify(options.config));
    this.engine = this.anotherEngine();
  }

  /** What another process, or the same after a restart, would work with. */
  anotherEngine(): EnginePort {
    const { capabilities = [] } = this.#options;
    // The home of whoever runs the tests is none of theirs.
    const { GSD_HOME: _, ...env } = process.env;
    return createEngine({
      root: this.root,
      home: join(this.#base, "home"),
      host: "test",
      content: { ...content, capabilities: [...content.capabilities, ...capabilities] },
      env,
      now: () => this.now,
    });
  }

  remove(): void {
    rmSync(this.#base, { recursive: true });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), "utf8");
  }

  exists(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** A command line as a model gives it. */
  async model(line: string, more: JsonObject = {}): Promise<CommandResult> {
    const { family, subcommand, args } = await invocationOf(line.split(" "));
    return this.engine.run(family, subcommand, { ...args, ...more }, { audience: "model", session: LEAD });
  }

  async person(line: string, more: JsonObject = {}): Promise<CommandResult> {
    const { family, subcommand, args } = await invocationOf(line.split(" "));
    return this.engine.run(family, subcommand, { ...args, ...more }, { audience: "person", session: LEAD });
  }

  handle<T extends EngineEvent["type"]>(
    type: T,
    fields: Omit<Extract<EngineEvent, { type: T }>, "type" | "session" | "at">,
    session: SessionRef = LEAD,
  ): Promise<readonly Reaction[]> {
    return this.engine.handle({ type, session, at: this.now, ...fields } as unknown as EngineEvent);
  }

  /** Enters and closes points at which nothing is owed. */
  async pass(...points: readonly string[]): Promise<void> {
    for (const point of points) {
      accepted(await this.model(`point enter ${point}`));
      accepted(await this.model(`point close ${point}`));
    }
  }

  async next(): Promise<JsonObject> {
    return accepted(await this.model("next")) as JsonObject;
  }

  /** The lines of the run's record, of every writer. */
  record(): readonly RecordEntry[] {
    return this.read(this.recordFile)
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  }

  get recordFile(): string {
    return `.planning/runs/${this.read(".planning/runs/current-run-id").trim()}/logs/v1.4-events.jsonl`;
  }
}

/** The data of an accepted command. */
export function accepted(result: CommandResult) {
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result.data;
}

/** A plan whose verification is these commands. */
export function plan(...checks: readonly string[]): string {
  const verify = checks.map((check) => `<verify><automated>${check}</automated></verify>`).join("\n");
  return `---\nphase: "01"\nplan: "01"\n---\n\n<objective>\nMake addresses.\n</objective>\n\n${verify}\n`;
}

export const SUMMARY = '---\nphase: "01"\nplan: "01"\n---\n\n# Done\n';

/** A capability that consists of one gate. */
export function gate(id: string, point: string, check: JsonObject, blocking = true): JsonObject {
  return {
    id,
    role: "feature",
    version: "1.0.0",
    title: id,
    description: `The gate ${id}.`,
    tier: "standard",
    requires: [],
    runtimeCompat: { supported: ["*"], unsupported: [] },
    skills: [],
    agents: [],
    config: {},
    steps: [],
    contributions: [],
    gates: [{ point, check, blocking, onError: "halt" }],
  };
}
