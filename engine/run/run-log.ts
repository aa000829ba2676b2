import { appendFileSync, closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../error.ts";
import type { EntryFields, EntryName, LogEntry } from "./entry.ts";
import { redact } from "./redact.ts";
import { applyEntry, emptyRunState, type RunState } from "./state.ts";

const LOG_FILE = join("logs", "v1.4-events.jsonl");

export type RunListener = (entry: LogEntry) => void;

/**
 * The append-only log of one run. A line is on disk before `append` returns. Lines that another process added are
 * taken in by `state`, which reads only what is new.
 */
export class RunLog {
  readonly id: string;
  readonly #file: string;
  readonly #now: () => number;
  readonly #listeners: ReadonlySet<RunListener>;
  readonly #state: RunState;
  #offset = 0;
  /** When last read, the file ended inside a line: a writer was killed, and its rest must not swallow the next line. */
  #isTorn = false;

  constructor(folder: string, id: string, now: () => number, listeners: ReadonlySet<RunListener>) {
    this.id = id;
    this.#file = join(folder, LOG_FILE);
    this.#now = now;
    this.#listeners = listeners;
    this.#state = emptyRunState(id);
    mkdirSync(join(folder, "logs"), { recursive: true });
  }

  /** Appends one line. Fields whose name says so are redacted here, whoever wrote them. */
  append<N extends EntryName>(event: N, fields: EntryFields<N>): void {
    const entry = { ts: new Date(this.#now()).toISOString(), event, run_id: this.id, ...redacted(fields) };
    try {
      appendFileSync(this.#file, `${this.#isTorn ? "\n" : ""}${JSON.stringify(entry)}\n`);
      this.#isTorn = false;
    } catch (cause) {
      throw new EngineError("RECORD_UNWRITABLE", `The run record ${this.#file} cannot be written`, {
        remedy: "Free disk space or restore write permission; nothing else was changed.",
        data: { file: this.#file },
        cause,
      });
    }
    for (const listener of this.#listeners) listener(entry as unknown as LogEntry);
  }

  state(): RunState {
    this.#readNew();
    return this.#state;
  }

  #readNew(): void {
    if (!existsSync(this.#file)) return;
    const descriptor = openSync(this.#file, "r");
    try {
      const size = fstatSync(descriptor).size;
      if (size <= this.#offset) return;
      const bytes = Buffer.alloc(size - this.#offset);
      const read = readSync(descriptor, bytes, 0, bytes.length, this.#offset);
      const whole = bytes.lastIndexOf(0x0a, read - 1) + 1;
      this.#isTorn = whole < read;
      if (whole === 0) return;
      this.#offset += whole;
      for (const line of bytes.toString("utf8", 0, whole).split("\n")) this.#take(line);
    } finally {
      closeSync(descriptor);
    }
  }

  #take(line: string): void {
    const entry = parseLine(line);
    if (entry) applyEntry(this.#state, entry);
  }
}

/** Reads every line of a run's log. What is not a JSON object is skipped: a reader never fails on a torn line. */
export function readLog(folder: string): readonly LogEntry[] {
  const file = join(folder, LOG_FILE);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => parseLine(line) ?? []);
}

function parseLine(line: string): LogEntry | null {
  if (line === "") return null;
  try {
    const value: unknown = JSON.parse(line);
    const isLine = typeof value === "object" && value !== null && typeof Reflect.get(value, "event") === "string";
    return isLine ? (value as LogEntry) : null;
  } catch {
    // A line torn by a kill is not a line.
    return null;
  }
}

function redacted<F extends object>(fields: F): F {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    clean[name] = name.endsWith("_redacted") && typeof value === "string" ? redact(value) : value;
  }
  return clean as F;
}
