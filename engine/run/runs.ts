import { existsSync, mkdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { replaceFile } from "../file/atomic-write.ts";
import { isInside } from "../file/is-inside.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { Step } from "../loop/points.ts";
import { abandonedRuns } from "./abandoned-runs.ts";
import { archiveSize } from "./archive.ts";
import { mirror } from "./legacy-mirror.ts";
import type { RunRefusal } from "./named-run.ts";
import { composeProvenance, leftBehind, PROVENANCE } from "./provenance.ts";
import { RETENTION_SPEAKER, readRetention } from "./retention.ts";
import { BINDING_FILE, RunBindings } from "./run-bindings.ts";
import { RUN_HEADER, RunFinder, readText } from "./run-finder.ts";
import { composeRunHeader, parseHeader, type RunHeader, withPhase, withStatus } from "./run-header.ts";
import { type RunListener, RunLog } from "./run-log.ts";
import { logPhaseOf, runPhaseOf } from "./run-phase.ts";
import { composeSettings, type RunSettings, SETTINGS_FILE, settingsRef } from "./run-settings.ts";
import { runIdAt, slugOf } from "./safe-id.ts";
import { type Scrubbed, type ScrubPolicy, scrub, scrubJson } from "./scrub.ts";
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
  readonly arguments?: string | null;
  readonly project: string | null;
  /** What it works towards, where the project says so. */
  readonly initiative?: string | null;
  /** Folders of the projects that a workspace holds. */
  readonly members?: readonly string[];
  readonly models?: Json;
  readonly settings?: RunSettings;
}

/** The open run to look at; its folder is read and not written to. */
export interface RunView {
  readonly id: string;
  readonly folder: string;
  readonly state: RunState;
}

/** Hosts that have a binding; every other name is nobody's. */
const KNOWN_HOSTS: ReadonlySet<string> = new Set(["opencode", "pi"]);

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

  /** The same, as the disk says now: for who has waited for others, who may have begun or closed one. */
  currentOnDisk(): RunLog | null {
    this.#finder.changed();
    return this.current();
  }

  /** The open run, also where this process may only look at it. */
  view(): RunView | null {
    const found = this.#finder.open();
    return found && { id: found.log.id, folder: found.log.folder, state: found.state };
  }

  /** What the record says about the open run, or null without one. */
  state(): RunState | null {
    return this.#finder.open()?.state ?? null;
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
  begin(start: RunStart): RunLog {
    const { now, randomId } = this.#options;
    const at = now();
    const named = this.#finder.named();
    const id = named?.id ?? this.#newId(start.command, start.project, at);
    const folder = named?.folder ?? join(this.#finder.folder, id);
    const log = this.#logOf(folder, id);
    const started = new Date(at).toISOString();
    const settings = start.settings && this.#keepSettings(log, started, start.settings);
    this.#replace(folder, RUN_HEADER, composeRunHeader(this.#headerOf(id, started, start, settings ?? null)));
    this.#replace(folder, BINDING_FILE, this.#bindings.mint(folder, id));
    const marker = { schema_version: "guild.trace_event.v1", event_id: `evt-${randomId()}`, at: started } as const;
    log.append("run_started", { ...marker, event_name: "run_started", command: start.command }, at);
    if (named === null) this.#replace(dirname(this.#finder.pointer), basename(this.#finder.pointer), `${id}\n`);
    this.#finder.took(log);
    return log;
  }

  /** Answers with what the header says about them; null when they could not be cleaned. */
  #keepSettings(log: RunLog, at: string, settings: RunSettings): JsonObject | null {
    return this.writeJson(log, SETTINGS_FILE, composeSettings(log.id, at, settings)) ? settingsRef(settings) : null;
  }

  #headerOf(id: string, at: string, start: RunStart, settings: JsonObject | null): RunHeader {
    const { root, host, env } = this.#options;
    return {
      run_id: id,
      command: start.command,
      arguments: start.arguments ?? null,
      cwd: root,
      host: {
        requested: env.GUILD_HOST_ID || env.GUILD_HOST || host,
        resolved: KNOWN_HOSTS.has(host) ? host : "unknown",
      },
      isGuildProject: this.isGuildProject,
      members: start.members ?? [],
      project: start.project,
      initiative: start.initiative ?? null,
      started_at: at,
      settings,
      models: start.models ?? null,
    };
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

  /** The settings that held when the run began, or null when they were not kept. */
  settings(log: RunLog): JsonObject | null {
    return parse(readText(join(log.folder, SETTINGS_FILE)));
  }

  header(log: RunLog): string {
    return readText(join(log.folder, RUN_HEADER));
  }

  /** Closes a run, or closes it again: provenance first, then the marker that it names, then the status. */
  close(log: RunLog, reason: string): void {
    const at = this.#options.now();
    const closed = new Date(at).toISOString();
    const event = `evt-${this.#options.randomId()}`;
    const run = log.state();
    const header = parseHeader(this.header(log));
    const facts = { folder: log.folder, header, run, closedAt: closed, event };
    this.writeJson(log, PROVENANCE, composeProvenance(facts));
    if (!run.closed) endPhase(log, at);
    const marker = { schema_version: "guild.trace_event.v1", event_id: event, at: closed } as const;
    log.append("run_closed", { ...marker, event_name: "run_closed", reason }, at);
    this.editHeader(log, (text) => withStatus(text, "closed"));
  }

  /** Closes older runs of which nothing was heard for `silentMs`, where they were begun on this machine. */
  closeAbandoned(silentMs: number): void {
    const current = this.#finder.find();
    if (current?.isNamed) return;
    for (const { id, folder } of abandonedRuns(this.#finder.folder, this.#options.now() - silentMs)) {
      if (id === current?.log.id || this.#bindings.nonce(folder, id) === null) continue;
      try {
        this.close(this.#logOf(folder, id), `nothing was heard of ${id}, and another run has begun`);
      } catch {
        // The new run must not wait for an old one; the next begin tries again.
      }
    }
  }

  /** A record that says closed while work goes on is put right, so that nobody takes the run for finished. */
  reopenProvenance(log: RunLog): void {
    const before = parse(readText(join(log.folder, PROVENANCE)));
    if (before === null || (before.status !== "closed" && before.status !== "failed")) return;
    this.writeJson(log, PROVENANCE, {
      ...before,
      status: "resumable",
      benchmark_eligible: false,
      premature_close_previous_status: before.status,
      premature_close_recovered_at: new Date(this.#options.now()).toISOString(),
      premature_close_reason: "work was still going on",
    });
  }

  /** Brings the record of a closed run up to what has come to it since. */
  completeProvenance(log: RunLog): void {
    const before = parse(readText(join(log.folder, PROVENANCE)));
    if (before === null) return;
    const after = leftBehind(log.folder, parseHeader(this.header(log)), log.id);
    this.writeJson(log, PROVENANCE, { ...before, ...after });
  }

  /** Replaces a file of a run. `path` is relative to the run's folder. */
  write(log: RunLog, path: string, text: string): void {
    this.#replace(log.folder, path, text);
  }

  /** Replaces a file that stays, cleaned of credentials. False when it could not be cleaned; then nothing is written. */
  writeScrubbed(log: RunLog, path: string, text: string): boolean {
    return this.#writeClean(log, path, scrub(text, this.#options.scrubPolicy()), (clean) => clean);
  }

  /** The same for JSON, which it stays whatever is taken out. */
  writeJson(log: RunLog, path: string, value: JsonObject): boolean {
    const scrubbed = scrubJson(value, this.#options.scrubPolicy());
    return this.#writeClean(log, path, scrubbed, (clean) => `${JSON.stringify(clean, null, 2)}\n`);
  }

  #writeClean<T>(log: RunLog, path: string, scrubbed: Scrubbed<T>, toText: (clean: T) => string): boolean {
    if (!scrubbed.ok || scrubbed.degraded) this.#reportScrub(log, path, scrubbed.ok ? "degraded" : "blocked");
    if (scrubbed.ok) this.write(log, path, toText(scrubbed.clean));
    return scrubbed.ok;
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
    const isOwn = isInside(root, folder);
    if (!isOwn) mkdirSync(folder, { recursive: true });
    replaceFile(isOwn ? root : folder, isOwn ? join(relative(root, folder), name) : name, content);
    this.#finder.changed();
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
