import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { replaceFile } from "../file/atomic-write.ts";
import { isJsonObject } from "../json.ts";
import { yaml } from "../yaml.ts";
import { type RunListener, RunLog } from "./run-log.ts";

const SAFE_ID = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,120}$/;

export interface RunsOptions {
  readonly root: string;
  readonly now: () => number;
  readonly randomId: () => string;
}

/** The runs of one project. At most one is current; it is found again by any process and after any restart. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #listeners = new Set<RunListener>();
  #current: RunLog | null = null;
  #stamp = "";

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get folder(): string {
    const { root } = this.#options;
    return existsSync(join(root, ".guild")) ? join(root, ".guild", "runs") : join(root, ".planning", "runs");
  }

  on(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The open run of this project, or null. Costs one `stat` while nothing changes. */
  current(): RunLog | null {
    const pointer = join(this.folder, "current-run-id");
    const stamp = stampOf(pointer);
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#current = stamp === "" ? null : this.#openRun(readFileSync(pointer, "utf8").trim());
    }
    if (this.#current?.state().closed) return null;
    return this.#current;
  }

  #openRun(id: string): RunLog | null {
    if (!SAFE_ID.test(id)) return null;
    const folder = join(this.folder, id);
    const header = join(folder, "run.yaml");
    if (!existsSync(header)) return null;
    const fields: unknown = yaml().parse(readFileSync(header, "utf8"));
    if (!isJsonObject(fields) || fields.run_id !== id || fields.status !== "open") return null;
    return new RunLog(folder, id, this.#options.now, this.#listeners);
  }

  /** Begins a run. The pointer is written last, so that a kill in between leaves no run that claims to be current. */
  begin(command: string, host: string): RunLog {
    const { root, now, randomId } = this.#options;
    const at = new Date(now()).toISOString();
    let id = `run-${at.slice(0, 10).replaceAll("-", "")}-${at.slice(11, 19).replaceAll(":", "")}-${slug(command)}`;
    if (existsSync(join(this.folder, id))) id = `${id}-${randomId()}`;
    const folder = join(this.folder, id);
    mkdirSync(folder, { recursive: true });
    const header = {
      schema_version: "guild.run.v1",
      run_id: id,
      command,
      cwd: root,
      host,
      started_at: at,
      status: "open",
    };
    this.#replace(join(folder, "run.yaml"), yaml().stringify(header));
    const log = new RunLog(folder, id, now, this.#listeners);
    log.append("run_started", { event_id: `evt-${randomId()}`, event_name: "run_started", at, command });
    const pointer = join(this.folder, "current-run-id");
    this.#replace(pointer, `${id}\n`);
    this.#stamp = stampOf(pointer);
    this.#current = log;
    return log;
  }

  close(log: RunLog, reason: string): void {
    const at = new Date(this.#options.now()).toISOString();
    log.append("run_closed", { event_id: `evt-${this.#options.randomId()}`, event_name: "run_closed", at, reason });
    const header = join(this.folder, log.id, "run.yaml");
    this.#replace(header, readFileSync(header, "utf8").replace(/^status: .*$/m, "status: closed"));
  }

  #replace(file: string, content: string): void {
    replaceFile(this.#options.root, relative(this.#options.root, file), content);
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : "";
}

function slug(text: string): string {
  const clean = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  return clean === "" ? "run" : clean;
}
