import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contenders.ts";
import { Fixtures } from "./fixtures/fixtures.ts";
import { Readings, type Who } from "./readings.ts";
import { isNamed } from "./rows.ts";
import { type Run, runProcess } from "./run-process.ts";
import type { Sandbox } from "./sandbox.ts";

export interface Job {
  readonly who: Who;
  readonly run: () => Promise<void>;
  /** Most rounds this job takes part in; without it, as many as the group has. */
  readonly rounds?: number;
  /** How often it runs in a round, 1 unless given: what is quick may have more samples. */
  readonly repeat?: number;
}

/** Rows that are measured together, round-robin over everyone, in one time box. */
export interface Group {
  readonly rows: readonly string[];
  /** Part of the whole time, relative to the other groups. */
  readonly share: number;
  readonly rounds: number;
  /** Seconds without which the group is not begun. */
  readonly needs?: number;
  readonly jobs: (bench: Bench) => Promise<readonly Job[]>;
}

type Part = "plugin" | "cli" | "mcp" | "library";
type Having<P extends Part> = Contender & Required<Pick<Contender, P>>;

const PROBES = join(import.meta.dirname, "probes");
const TIMEOUT_MS = 60_000;

/** What a group needs to measure: who, on what, and where the figures go. */
export class Bench {
  readonly readings = new Readings();
  readonly fixtures: Fixtures;
  readonly notes: string[] = [];
  readonly sandbox: Sandbox;
  readonly #contenders: readonly Contender[];
  readonly #only: readonly string[] | null;

  constructor(sandbox: Sandbox, contenders: readonly Contender[], only: readonly string[] | null) {
    this.sandbox = sandbox;
    this.fixtures = new Fixtures(sandbox);
    this.#contenders = contenders;
    this.#only = only;
  }

  wants(row: string): boolean {
    return this.#only === null || isNamed(row, this.#only);
  }

  /** Everyone who has this part; a note says when ours is not built. */
  having<P extends Part>(part: P): readonly Having<P>[] {
    return this.#contenders.filter((contender): contender is Having<P> => {
      const file = contender[part];
      if (file !== undefined && existsSync(file)) return true;
      if (contender.who === "ours") this.note(`${file} is not built: rows that need it are left out`);
      return false;
    });
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Runs a probe in a process of its own and answers with its samples by name. */
  async probe(
    runtime: string,
    name: string,
    job: object,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Readonly<Record<string, readonly number[]>>> {
    const run = await this.run([runtime, join(PROBES, `${name}.ts`), JSON.stringify(job)], this.sandbox.root, env);
    return JSON.parse(run.out.trim().split("\n").at(-1) ?? "");
  }

  /** Runs one command. A command that fails is an error: its time would mean nothing. */
  async run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Run> {
    const run = await runProcess(command, { cwd, env: { ...this.sandbox.env, ...env }, timeoutMs: TIMEOUT_MS });
    if (run.code === 0) return run;
    throw new Error(`exit ${run.code}: ${reasonIn(run.err)}`);
  }
}

/** The line that names the error, or the last one. */
function reasonIn(output: string): string {
  const lines = output.trim().split("\n");
  return (lines.find((line) => /^\w*error: /i.test(line)) ?? lines.at(-1) ?? "").slice(0, 300);
}
