import { isJsonObject, type JsonObject } from "../json.ts";
import { yaml } from "../yaml.ts";
import type { RunPhase } from "./run-phase.ts";

export interface RunHeader {
  readonly run_id: string;
  readonly command: string;
  readonly cwd: string;
  readonly host: string;
  readonly isGuildProject: boolean;
  readonly project: string | null;
  readonly started_at: string;
  readonly config: string | null;
}

/** The text of a new `run.yaml` (`guild.run.v1`). What is not known is null. */
export function composeRunHeader(header: RunHeader): string {
  const fields = {
    schema_version: "guild.run.v1",
    run_id: header.run_id,
    command: header.command,
    arguments: null,
    cwd: header.cwd,
    target_kind: header.isGuildProject ? "existing_guild_project" : "regular_project",
    workspace: { is_workspace: false, root: header.cwd },
    project: header.project,
    host: { requested: header.host, resolved: header.host },
    model_tier_policy: null,
    started_at: header.started_at,
    ignore_policy: null,
    scan_policy: null,
    run_scope: "independent",
    initiative_attachment: null,
    independent_run_group: null,
    entry_prompt_ref: null,
    config_snapshot_ref: header.config,
    capability_start_snapshot_ref: null,
    attachment_resolution: {
      scope: "independent",
      initiative_id: null,
      independent_group_id: null,
      source: "command_created",
      confidence: "high",
    },
    phase: "init",
    run_class: "full",
    gates: {},
    status: "open",
    phases_log: [],
  };
  return Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("");
}

/** A top-level scalar of a header, without its quotes; null when it is absent, empty or `null`. */
export function headerScalar(text: string, key: string): string | null {
  const raw = new RegExp(`^${key}:[ \\t]*(.*?)[ \\t]*\\r?$`, "m").exec(text)?.[1] ?? "";
  const value = /^(["'])(.*)\1$/.exec(raw)?.[2] ?? raw;
  return value === "" || value === "null" || value === "~" ? null : value;
}

/** Everything that a header says; empty when it cannot be read. */
export function parseHeader(text: string): JsonObject {
  try {
    const value: unknown = yaml().parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    // A header that is no YAML says nothing.
    return {};
  }
}

/** Replaces one top-level entry, with the lines that belong to it, and leaves every other byte. Appends it when absent. */
export function withHeaderEntry(text: string, key: string, entry: string): string {
  const end = /\r\n/.test(text) ? "\r\n" : "\n";
  const lines = text.split(/(?<=\n)/);
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  const written = `${entry.split("\n").join(end)}${end}`;
  if (at === -1) return `${text}${text === "" || text.endsWith("\n") ? "" : end}${written}`;
  let after = at + 1;
  while (after < lines.length && /^(?:[ \t]|- |-\r?\n)/.test(lines[after] ?? "")) after++;
  return [...lines.slice(0, at), written, ...lines.slice(after)].join("");
}

export function withStatus(text: string, status: string): string {
  return withHeaderEntry(text, "status", `status: ${status}`);
}

/** Sets the phase and adds it to the log of phases. */
export function withPhase(text: string, phase: RunPhase, at: string): string {
  const log = [...readPhasesLog(text), { phase, at }].map((entry) => `  - ${JSON.stringify(entry)}`);
  return withHeaderEntry(
    withHeaderEntry(text, "phase", `phase: ${phase}`),
    "phases_log",
    ["phases_log:", ...log].join("\n"),
  );
}

export interface PhaseEntry {
  readonly phase: string;
  readonly at: string | null;
}

/** The phases that a header lists, in block or flow form, in order. */
export function readPhasesLog(text: string): readonly PhaseEntry[] {
  const lines = text.split(/\r?\n/);
  const from = lines.findIndex((line) => line.startsWith("phases_log:"));
  if (from === -1) return [];
  const until = lines.findIndex((line, index) => index > from && line !== "" && !/^[ \t-]/.test(line));
  const block = lines.slice(from, until === -1 ? undefined : until).join("\n");
  const fields = [...block.matchAll(/["']?\b(phase|at)["']?:[ \t]*["']?([^"',}\n]+?)["']?[ \t]*(?=[,}\n]|$)/g)];
  const entries: { phase: string; at: string | null }[] = [];
  for (const [, name, value = ""] of fields) {
    if (name === "phase") entries.push({ phase: value, at: null });
    const last = entries.at(-1);
    if (name === "at" && last) last.at = value;
  }
  return entries;
}
