import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemCode } from "../file/operations.ts";
import { type NamedRun, namedRun, notHeld, type RunRefusal, revoked } from "./named-run.ts";
import { isNonceOf } from "./run-bindings.ts";
import { headerScalar } from "./run-header.ts";
import type { RunLog } from "./run-log.ts";
import { isSafeId } from "./safe-id.ts";
import type { RunState } from "./state.ts";

export const RUN_HEADER = "run.yaml";
const POINTER = "current-run-id";

export interface RunFinderOptions {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logOf: (folder: string, id: string) => RunLog;
}

interface Found {
  readonly log: RunLog;
  /** What `run.yaml` said when the run was found. */
  readonly status: string | null;
  /** The environment names it. */
  readonly isNamed: boolean;
  /** This process began it. */
  readonly isOwn: boolean;
  /** This process may write to it while it is open. */
  readonly isHeld: boolean;
}

export interface OpenRun extends Found {
  readonly state: RunState;
}

/**
 * Finds the run of a project: the one that the environment names, or else the one that was last begun. A run that the
 * environment names is written to by those only who began it or present its nonce, and only while it is open.
 */
export class RunFinder {
  readonly #options: RunFinderOptions;
  /** What this process began, by folder. */
  readonly #begun = new Map<string, RunLog>();
  #named: NamedRun | null = null;
  #found: Found | null = null;
  /** The file that tells which run it is, and its stamp when it was last read. */
  #pointer = "";
  #stamp = "";
  /** The file was looked at in this very stretch of work, in which nobody else comes to write it. */
  #isFresh = false;

  constructor(options: RunFinderOptions) {
    this.#options = options;
  }

  /** Where the runs of the project lie. */
  get folder(): string {
    return join(this.#options.root, this.isGuildProject ? ".guild" : ".planning", "runs");
  }

  get isGuildProject(): boolean {
    return existsSync(join(this.#options.root, ".guild"));
  }

  /** The file that names a run which was begun without the environment's word. */
  get pointer(): string {
    return join(this.folder, POINTER);
  }

  named(): NamedRun | null {
    return namedRun(this.#options.env, () => this.folder);
  }

  /** Costs a `stat` of the log, and one of the pointer with each event, while nothing changes. */
  open(): OpenRun | null {
    const found = this.find();
    const state = found && openState(found);
    return found && state ? { ...found, state } : null;
  }

  /** The run that was last begun, also when it is closed. */
  find(): Found | null {
    if (this.#isFresh) return this.#found;
    this.#isFresh = true;
    queueMicrotask(() => this.changed());
    let stamp = stampOf(this.#pointer);
    if (stamp === "") {
      this.#named = this.named();
      this.#pointer = this.#named === null ? this.pointer : join(this.#named.folder, RUN_HEADER);
      stamp = stampOf(this.#pointer);
    }
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#found = stamp === "" ? null : this.#read();
    }
    return this.#found;
  }

  /** This process has begun a run and written all of it. */
  took(log: RunLog): void {
    this.#begun.set(log.folder, log);
    this.#pointer = "";
    this.#stamp = "";
    this.changed();
  }

  /** Files of a run may have changed. */
  changed(): void {
    this.#isFresh = false;
  }

  /** Why the run that the environment names is not to be written to, or null. */
  refusal(): RunRefusal | null {
    const found = this.find();
    const named = this.#named;
    if (named === null || this.#stamp === "") return null;
    if (found === null || !found.isHeld) return notHeld(named.id, this.#presented);
    return openState(found) === null ? revoked(named.id) : null;
  }

  get #presented(): string {
    return this.#options.env.GUILD_RUN_BINDING_REF ?? "";
  }

  #read(): Found | null {
    const named = this.#named;
    const text = readFileSync(this.#pointer, "utf8");
    const id = named === null ? text.trim() : headerScalar(text, "run_id");
    if (!isSafeId(id)) return null;
    const folder = named?.folder ?? join(dirname(this.#pointer), id);
    const header = named === null ? readText(join(folder, RUN_HEADER)) : text;
    if (headerScalar(header, "run_id") !== id) return null;
    const own = this.#begun.get(folder);
    const known = this.#found?.log.folder === folder ? this.#found.log : undefined;
    const log = own ?? known ?? this.#options.logOf(folder, id);
    const isOwn = own !== undefined;
    const isHeld = named === null || isOwn || isNonceOf(folder, id, this.#presented);
    return { log, status: headerScalar(header, "status"), isNamed: named !== null, isOwn, isHeld };
  }
}

/** What the record of a run says that is open; null for every other. */
function openState({ log, status }: Found): RunState | null {
  if (status !== "open" && status !== "resumable") return null;
  const state = log.state();
  return state.closed ? null : state;
}

export function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Empty where nothing is there, also because something on the way is no folder. */
function stampOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : "";
  } catch (error) {
    if (systemCode(error) === "ENOTDIR") return "";
    throw error;
  }
}
