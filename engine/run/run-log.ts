import { closeSync, openSync, readSync, statSync } from "node:fs";
import { EngineError } from "../error.ts";
import { type Appended, appendLine, logFile, readArchive, rotate } from "./archive.ts";
import { cleanFields } from "./clean-fields.ts";
import type { EntryFields, EntryName, LogEntry } from "./entry.ts";
import { parseLine } from "./parse-line.ts";
import { applyEntry, emptyRunState, type RunState } from "./state.ts";

export type RunListener = (entry: LogEntry) => void;

export interface RunLogOptions {
  /** The run's own folder. */
  readonly folder: string;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly listeners: ReadonlySet<RunListener>;
  /** Size in bytes from which the log is rotated. Default 10 MiB. */
  readonly rotateAt?: number;
  readonly onRotated?: (log: RunLog) => void;
  /** Hears of each line as it lies on disk. */
  readonly mirror?: (entry: LogEntry) => void;
}

const ROTATE_AT = 10 * 1024 * 1024;

/**
 * The append-only log of one run. A line is on disk before `append` returns. Lines that another process added are
 * taken in by `state`, which reads only what is new.
 */
export class RunLog {
  readonly id: string;
  readonly folder: string;
  readonly #options: RunLogOptions;
  readonly #file: string;
  #state: RunState;
  #offset = 0;
  #inode: number | null = null;
  /** The last line has no end: a kill or a full disk went through it. */
  #isTorn = false;

  constructor(options: RunLogOptions) {
    this.id = options.id;
    this.folder = options.folder;
    this.#options = options;
    this.#file = logFile(options.folder);
    this.#state = emptyRunState(options.id);
  }

  /**
   * Appends one line. What may hold a credential is redacted here, whoever wrote it. `at` is when it happened, in
   * milliseconds since the epoch; now, unless given.
   */
  append<N extends EntryName>(event: N, fields: EntryFields<N>, at = this.#options.now()): void {
    const entry = { ts: new Date(at).toISOString(), event, run_id: this.id, ...cleanFields(fields) };
    const line = `${this.#isTorn ? "\n" : ""}${JSON.stringify(entry)}\n`;
    this.#takeOwn(this.#write(line), Buffer.byteLength(line), entry as unknown as LogEntry);
    this.#isTorn = false;
    this.#options.mirror?.(entry as unknown as LogEntry);
    for (const listener of this.#options.listeners) listener(entry as unknown as LogEntry);
    if (this.#offset >= (this.#options.rotateAt ?? ROTATE_AT)) this.#rotate();
  }

  state(): RunState {
    this.#readNew();
    return this.#state;
  }

  /** When nobody else has added anything, what was just written need not be read. */
  #takeOwn(appended: Appended | null, length: number, entry: LogEntry): void {
    if (appended === null || appended.inode !== this.#inode || appended.size !== this.#offset + length) return;
    this.#offset = appended.size;
    applyEntry(this.#state, entry);
  }

  #write(line: string): Appended | null {
    try {
      return appendLine(this.folder, line);
    } catch (cause) {
      this.#readNew();
      throw new EngineError("RECORD_UNWRITABLE", `The run record ${this.#file} cannot be written`, {
        remedy: "Free disk space or restore write permission; nothing else was changed.",
        data: { file: this.#file },
        cause,
      });
    }
  }

  #rotate(): void {
    this.#readNew();
    if (!rotate(this.folder, this.#options.rotateAt ?? ROTATE_AT)) return;
    this.#offset = 0;
    this.#inode = statSync(this.#file).ino;
    this.#options.onRotated?.(this);
  }

  #readNew(): void {
    const stat = statSync(this.#file, { throwIfNoEntry: false });
    if (!stat) return;
    if (this.#inode !== stat.ino || stat.size < this.#offset) this.#startOver(stat.ino);
    if (stat.size > this.#offset) this.#readTo(stat.size);
  }

  /** Somebody else has rotated the log, or it was never read. */
  #startOver(inode: number): void {
    this.#state = emptyRunState(this.id);
    this.#offset = 0;
    this.#inode = inode;
    for (const part of readArchive(this.folder)) this.#take(part);
  }

  #readTo(size: number): void {
    const bytes = Buffer.alloc(size - this.#offset);
    const descriptor = openSync(this.#file, "r");
    try {
      const read = readSync(descriptor, bytes, 0, bytes.length, this.#offset);
      const whole = bytes.lastIndexOf(0x0a, read - 1) + 1;
      this.#isTorn = whole < read;
      this.#offset += whole;
      this.#take(bytes.toString("utf8", 0, whole));
    } finally {
      closeSync(descriptor);
    }
  }

  #take(text: string): void {
    for (const line of text.split("\n")) {
      const entry = parseLine(line);
      if (entry) applyEntry(this.#state, entry as unknown as LogEntry);
    }
  }
}
