import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { replaceFile } from "../file/atomic-write.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Step } from "../loop/points.ts";
import { archiveSize } from "./archive.ts";
import { terminalCheckpoint } from "./learning-checkpoints.ts";
import { mirror } from "./legacy-mirror.ts";
import type { RunRefusal } from "./named-run.ts";
import { composeProvenance } from "./provenance.ts";
import { RETENTION_SPEAKER, readRetention } from "./retention.ts";
import { BINDING_FILE, RunBindings } from "./run-bindings.ts";
import { RUN_HEADER, RunFinder, readText } from "./run-finder.ts";
import { composeRunHeader, parseHeader, withPhase, withStatus } from "./run-header.ts";
import { readLanes } from "./run-lanes.ts";
import { type RunListener, RunLog } from "./run-log.ts";
import { logPhaseOf, runPhaseOf } from "./run-phase.ts";
import { runIdAt, slugOf } from "./safe-id.ts";
import { type ScrubPolicy, scrub } from "./scrub.ts";
import { appendSecurityEvent } from "./security-event.ts";
import type { RunState } from "./state.ts";

export interface RunsOptions {
  readonly root: string;
  /** Where a person's decisions lie; the key to the runs begun on this machine is beside them. */
  readonly home: string;
  readonly host: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  readonly randomId: () => string;
  /** Whether lines are also written in the old form; asked once for each run. */
  readonly hasMirror: () => boolean;
  /** How files that stay are cleaned. */
  readonly scrubPolicy: () => ScrubPolicy;
}

/** What is known about a run when a person's command begins it. */
export interface RunStart {
  readonly command: string;
  readonly project: string | null;
}

/** The open run to look at; its folder is read and not written to. */
export interface RunView {
  readonly id: string;
  readonly folder: string;
  readonly state: RunState;
}

/** The runs of one project. At most one is current; it is found again by any process and after any restart. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #listeners = new Set<RunListener>();
  readonly #bindings: RunBindings;
  readonly #finder: RunFinder;

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#bindings = new RunBindings(options);
    this.#finder = new RunFinder({ ...options, logOf: (folder, id) => this.#logOf(folder, id) });
  }

  get isGuildProject(): boolean {
    return this.#finder.isGuildProject;
  }

  on(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The open run of this project where this process may write to it, or null. */
  current(): RunLog | null {
    const found = this.#finder.open();
    return found?.isHeld ? found.log : null;
  }

  /** The open run, also where this process may only look at it. */
  view(): RunView | null {
    const log = this.#finder.open()?.log;
    return log ? { id: log.id, folder: log.folder, state: log.state() } : null;
  }

  /** What the record says about the open run, or null without one. */
  state(): RunState | null {
    return this.#finder.open()?.log.state() ?? null;
  }

  /** The run that was last begun here, also after it was closed. A closed one takes nothing more from other processes. */
  last(): RunLog | null {
    const found = this.#finder.find();
    if (!found?.isHeld) return null;
    return found.isOwn || !found.isNamed || this.#finder.open() !== null ? found.log : null;
  }

  /** The same for who is about to close it, which a closed run takes from everybody who presents its nonce. */
  closable(): RunLog | null {
    const found = this.#finder.find();
    return found?.isHeld ? found.log : null;
  }

  /** Why this process may not write to the run that its environment names, or null. */
  refusal(): RunRefusal | null {
    return this.#finder.refusal();
  }

  /** What another process needs to write to a run, or null where this one cannot prove that it may. */
  bindingRef({ folder, id }: Pick<RunLog, "folder" | "id">): string | null {
    return this.#bindings.nonce(folder, id);
  }

  #logOf(folder: string, id: string): RunLog {
    const { now, hasMirror } = this.#options;
    return new RunLog({
      folder,
      id,
      now,
      listeners: this.#listeners,
      onRotated: (log) => this.#warnOfSize(log),
      ...(hasMirror() && { mirror: (entry) => mirror(folder, entry) }),
    });
  }

  /** Begins a run. The pointer is written last, so that a kill in between leaves no run that claims to be current. */
  begin({ command, project }: RunStart): RunLog {
    const { root, now, randomId, host } = this.#options;
    const at = now();
    const named = this.#finder.named();
    const id = named?.id ?? this.#newId(command, project, at);
    const folder = named?.folder ?? join(this.#finder.folder, id);
    const started = new Date(at).toISOString();
    const config = existsSync(join(root, ".planning", "config.json")) ? ".planning/config.json" : null;
    const header = { run_id: id, command, cwd: root, host, project, started_at: started, config };
    this.#replace(folder, RUN_HEADER, composeRunHeader({ ...header, isGuildProject: this.isGuildProject }));
    this.#replace(folder, BINDING_FILE, this.#bindings.mint(folder, id));
    const log = this.#logOf(folder, id);
    const marker = { schema_version: "guild.trace_event.v1", event_id: `evt-${randomId()}`, at: started } as const;
    log.append("run_started", { ...marker, event_name: "run_started", command }, at);
    if (named === null) this.#replace(dirname(this.#finder.pointer), basename(this.#finder.pointer), `${id}\n`);
    this.#finder.took(log);
    return log;
  }

  #newId(command: string, project: string | null, at: number): string {
    const { randomId } = this.#options;
    const slug = slugOf(command, project) ?? randomId();
    const id = runIdAt(at, slug);
    return existsSync(join(this.#finder.folder, id)) ? runIdAt(at, slug, randomId()) : id;
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
    const before = readText(join(log.folder, RUN_HEADER));
    const after = edit(before);
    if (after !== before) this.#replace(log.folder, RUN_HEADER, after);
  }

  header(log: RunLog): string {
    return readText(join(log.folder, RUN_HEADER));
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
      final_learning_checkpoint: terminalCheckpoint(log.folder, log.id),
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
    log.append("assumption_logged", { ...RETENTION_SPEAKER, assumption_text: text });
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

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    // A torn file says nothing.
    return null;
  }
}
