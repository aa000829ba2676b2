import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { replaceFile } from "../file/atomic-write.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Step } from "../loop/points.ts";
import { archiveSize } from "./archive.ts";
import { composeProvenance } from "./provenance.ts";
import { readRetention } from "./retention.ts";
import { composeRunHeader, headerScalar, parseHeader, withPhase, withStatus } from "./run-header.ts";
import { readLanes } from "./run-lanes.ts";
import { type RunListener, RunLog } from "./run-log.ts";
import { logPhaseOf, runPhaseOf } from "./run-phase.ts";
import { isSafeId, runIdAt, slugOf } from "./safe-id.ts";
import { type ScrubPolicy, scrub } from "./scrub.ts";
import { appendSecurityEvent } from "./security-event.ts";

export interface RunsOptions {
  readonly root: string;
  readonly host: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly randomId: () => string;
  /** How files that stay are cleaned. */
  readonly scrubPolicy: () => ScrubPolicy;
}

interface Found {
  readonly log: RunLog;
  /** What `run.yaml` said when the run was found. */
  readonly status: string | null;
}

const HEADER = "run.yaml";

/** The runs of one project. At most one is current; it is found again by any process and after any restart. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #listeners = new Set<RunListener>();
  /** The one folder that the environment names, when it does. */
  readonly #given: string | null;
  #found: Found | null = null;
  #stamp = "";
  /** The file that names the current run, where it was last found. */
  #pointer = "";

  constructor(options: RunsOptions) {
    this.#options = options;
    const given = options.env.GUILD_RUN_DIR ?? "";
    this.#given = isAbsolute(given) ? given : null;
  }

  get folder(): string {
    if (this.#given !== null) return dirname(this.#given);
    return join(this.#options.root, this.isGuildProject ? ".guild" : ".planning", "runs");
  }

  get isGuildProject(): boolean {
    return existsSync(join(this.#options.root, ".guild"));
  }

  on(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The open run of this project, or null. Costs two `stat`s while nothing changes. */
  current(): RunLog | null {
    const found = this.#find();
    if (!found || (found.status !== "open" && found.status !== "resumable")) return null;
    return found.log.state().closed ? null : found.log;
  }

  /** The run that was last begun here, also after it was closed. */
  last(): RunLog | null {
    return this.#find()?.log ?? null;
  }

  #find(): Found | null {
    let stamp = stampOf(this.#pointer);
    if (stamp === "") {
      this.#pointer = this.#given === null ? join(this.folder, "current-run-id") : join(this.#given, HEADER);
      stamp = stampOf(this.#pointer);
    }
    const pointer = this.#pointer;
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#found = stamp === "" ? null : this.#open(pointer);
    }
    return this.#found;
  }

  #open(pointer: string): Found | null {
    const text = readFileSync(pointer, "utf8");
    const id = this.#given === null ? text.trim() : headerScalar(text, "run_id");
    if (!isSafeId(id)) return null;
    const folder = this.#given ?? join(this.folder, id);
    const header = this.#given === null ? readText(join(folder, HEADER)) : text;
    if (headerScalar(header, "run_id") !== id) return null;
    const log = this.#found?.log.id === id ? this.#found.log : this.#logOf(folder, id);
    return { log, status: headerScalar(header, "status") };
  }

  #logOf(folder: string, id: string): RunLog {
    const { now } = this.#options;
    return new RunLog({ folder, id, now, listeners: this.#listeners, onRotated: (log) => this.#warnOfSize(log) });
  }

  /** Begins a run. The pointer is written last, so that a kill in between leaves no run that claims to be current. */
  begin(command: string, project: string | null = null): RunLog {
    const { root, now, randomId, host } = this.#options;
    const at = now();
    const id = this.#newId(command, project, at);
    const folder = this.#given ?? join(this.folder, id);
    const started = new Date(at).toISOString();
    const config = existsSync(join(root, ".planning", "config.json")) ? ".planning/config.json" : null;
    const header = { run_id: id, command, cwd: root, host, project, started_at: started, config };
    this.#replace(folder, HEADER, composeRunHeader({ ...header, isGuildProject: this.isGuildProject }));
    const log = this.#logOf(folder, id);
    const marker = { schema_version: "guild.trace_event.v1", event_id: `evt-${randomId()}`, at: started } as const;
    log.append("run_started", { ...marker, event_name: "run_started", command }, at);
    if (this.#given === null) this.#replace(this.folder, "current-run-id", `${id}\n`);
    this.#pointer = this.#given === null ? join(this.folder, "current-run-id") : join(this.#given, HEADER);
    this.#stamp = stampOf(this.#pointer);
    this.#found = { log, status: "open" };
    return log;
  }

  #newId(command: string, project: string | null, at: number): string {
    const { randomId, env } = this.#options;
    if (this.#given !== null) return isSafeId(env.GUILD_RUN_ID) ? env.GUILD_RUN_ID : basename(this.#given);
    const slug = slugOf(command, project) ?? randomId();
    const id = runIdAt(at, slug);
    return existsSync(join(this.folder, id)) ? runIdAt(at, slug, randomId()) : id;
  }

  /** Notes that a run has come to a step of the loop. Coming to the step where it is changes nothing. */
  beginStep(log: RunLog, step: Step, phase: string): void {
    const at = this.#options.now();
    const before = log.state().step;
    if (before?.step === step && before.phase === phase) return;
    endPhase(log, at);
    log.append("step_begun", { step, phase }, at);
    const name = logPhaseOf(step);
    if (name !== null) log.append("phase_start", { phase: name }, at);
    const entered = new Date(at).toISOString();
    this.editHeader(log, (text) => withPhase(text, runPhaseOf(step), entered));
  }

  editHeader(log: RunLog, edit: (text: string) => string): void {
    const before = readText(join(log.folder, HEADER));
    const after = edit(before);
    if (after !== before) this.#replace(log.folder, HEADER, after);
  }

  header(log: RunLog): string {
    return readText(join(log.folder, HEADER));
  }

  /** Closes a run, or closes it again: provenance first, then the marker that it names, then the status. */
  close(log: RunLog, reason: string): void {
    const { now, randomId } = this.#options;
    const at = now();
    const closed = new Date(at).toISOString();
    const event = `evt-${randomId()}`;
    const state = log.state();
    const header = parseHeader(this.header(log));
    const provenance = composeProvenance({
      run: state,
      started_at: state.startedAt,
      closed_at: closed,
      status: "closed",
      event_id: event,
      log_ref: "logs/v1.4-events.jsonl",
      initiative: typeof header.initiative_attachment === "string" ? header.initiative_attachment : null,
      gates: isJsonObject(header.gates) ? header.gates : {},
      agents: [...readLanes(log.folder).keys()],
      final_learning_checkpoint: null,
    });
    this.writeScrubbed(log, "provenance.json", `${JSON.stringify(provenance, null, 2)}\n`);
    if (!state.closed) endPhase(log, at);
    const marker = { schema_version: "guild.trace_event.v1", event_id: event, at: closed } as const;
    log.append("run_closed", { ...marker, event_name: "run_closed", reason }, at);
    this.editHeader(log, (text) => withStatus(text, "closed"));
  }

  /** A record that says closed while work goes on is put right, so that nobody takes the run for finished. */
  reopenProvenance(log: RunLog): void {
    const before = parse(readText(join(log.folder, "provenance.json")));
    if (before === null || (before.status !== "closed" && before.status !== "failed")) return;
    const after = {
      ...before,
      status: "resumable",
      benchmark_eligible: false,
      premature_close_previous_status: before.status,
      premature_close_recovered_at: new Date(this.#options.now()).toISOString(),
      premature_close_reason: "work was still going on",
    };
    this.writeScrubbed(log, "provenance.json", `${JSON.stringify(after, null, 2)}\n`);
  }

  /** Replaces a file of a run. `path` is relative to the run's folder. */
  write(log: RunLog, path: string, text: string): void {
    this.#replace(log.folder, path, text);
  }

  /** Replaces a file that stays, cleaned of credentials. False when it could not be cleaned; then nothing is written. */
  writeScrubbed(log: RunLog, path: string, text: string): boolean {
    const scrubbed = scrub(text, this.#options.scrubPolicy());
    if (!scrubbed.ok || scrubbed.degraded) this.#reportScrub(log, path, scrubbed.ok ? "degraded" : "blocked");
    if (!scrubbed.ok) return false;
    this.write(log, path, scrubbed.text);
    return true;
  }

  #reportScrub(log: RunLog, path: string, decision: "blocked" | "degraded"): void {
    appendSecurityEvent(log.folder, {
      ts: new Date(this.#options.now()).toISOString(),
      run_id: log.id,
      event_type: decision === "blocked" ? "secret_scrub_blocked" : "secret_scrub_failure",
      decision,
      tool: "write",
      detail: `${path}: a pattern of secrets_policy.redaction_patterns is no regular expression`,
      host: this.#options.host,
    });
  }

  #warnOfSize(log: RunLog): void {
    const retention = readRetention(this.#options.env.GUILD_LOG_RETENTION);
    if (!retention.ok || retention.limit === null) return;
    const size = archiveSize(log.folder);
    if (size <= retention.limit) return;
    const text = `The archived log takes ${size} bytes, more than GUILD_LOG_RETENTION allows; nothing was deleted.`;
    log.append("assumption_logged", { lane_id: "lead", specialist: "engine", assumption_text: text });
  }

  /** Below the project every write is confined to the project; a run folder elsewhere is confined to itself. */
  #replace(folder: string, name: string, content: string): void {
    const { root } = this.#options;
    const inside = relative(root, folder);
    const isInside = inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
    if (!isInside) mkdirSync(folder, { recursive: true });
    replaceFile(isInside ? root : folder, isInside ? join(inside, name) : name, content);
  }
}

function endPhase(log: RunLog, at: number): void {
  const { step } = log.state();
  const name = step === null ? null : logPhaseOf(step.step);
  if (step === null || name === null) return;
  log.append("phase_end", { phase: name, duration_ms: Math.max(0, at - step.at), status: "ok" }, at);
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs}:${stat.size}:${stat.ino}` : "";
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // A torn file says nothing.
    return null;
  }
}
