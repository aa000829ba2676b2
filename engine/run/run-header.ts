import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { yaml } from "../yaml.ts";
import type { RunPhase } from "./run-phase.ts";

export interface RunHeader {
  readonly run_id: string;
  readonly command: string;
  readonly arguments: string | null;
  readonly cwd: string;
  readonly host: { readonly requested: string; readonly resolved: string };
  readonly isGuildProject: boolean;
  /** Folders of the projects that a workspace holds; empty for a project by itself. */
  readonly members: readonly string[];
  readonly project: string | null;
  /** What the run works towards, where the project says so. */
  readonly initiative: string | null;
  readonly started_at: string;
  /** `settings_ref`; null where no snapshot of the settings could be kept. */
  readonly settings: JsonObject | null;
  readonly models: Json;
}

/** The text of a new `run.yaml` (`guild.run.v1`). What is not known is null. */
export function composeRunHeader(header: RunHeader): string {
  const { members, initiative, settings } = header;
  const scope = initiative === null ? "independent" : "initiative";
  const fields = {
    schema_version: "guild.run.v1",
    run_id: header.run_id,
    command: header.command,
    arguments: header.arguments,
    cwd: header.cwd,
    target_kind: targetKind(header),
    workspace: {
      is_workspace: members.length > 0,
      root: header.cwd,
      ...(members.length > 0 && { sub_guilds: members }),
    },
    project: header.project,
    host: header.host,
    model_tier_policy: header.models,
    started_at: header.started_at,
    ignore_policy: null,
    scan_policy: null,
    run_scope: scope,
    initiative_attachment: initiative,
    independent_run_group: null,
    entry_prompt_ref: null,
    config_snapshot_ref: settings?.path ?? null,
    capability_start_snapshot_ref: null,
    attachment_resolution: {
      scope,
      initiative_id: initiative,
      independent_group_id: null,
      source: initiative === null ? "independent" : "inferred",
      confidence: initiative === null ? "high" : "medium",
    },
    phase: "init",
    run_class: "full",
    gates: {},
    status: "open",
    phases_log: [],
    ...(settings && { settings_ref: settings }),
  };
  return Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join("");
}

function targetKind({ members, isGuildProject }: RunHeader): string {
  if (members.length > 0) return "workspace";
  return isGuildProject ? "existing_guild_project" : "regular_project";
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
