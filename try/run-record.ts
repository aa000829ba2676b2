import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A line of the run record, read as anyone may read it. */
export interface Line {
  readonly ts: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The run records of a project, followed while they grow. */
export class RunRecord {
  readonly #runs: string;
  readonly #seen = new Map<string, number>();
  readonly lines: Line[] = [];

  constructor(directory: string) {
    this.#runs = join(directory, ".planning", "runs");
  }

  /** Takes in what was added since the last call. */
  read(): readonly Line[] {
    if (!existsSync(this.#runs)) return [];
    const fresh = readdirSync(this.#runs)
      .sort()
      .flatMap((run) => this.#readRun(join(this.#runs, run, "logs", "v1.4-events.jsonl")));
    this.lines.push(...fresh);
    return fresh;
  }

  #readRun(file: string): readonly Line[] {
    if (!existsSync(file)) return [];
    const whole = readFileSync(file, "utf8").split("\n").slice(0, -1);
    const from = this.#seen.get(file) ?? 0;
    this.#seen.set(file, whole.length);
    return whole.slice(from).map((line) => JSON.parse(line) as Line);
  }
}
