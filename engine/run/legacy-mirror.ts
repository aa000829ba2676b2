import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../file/digest.ts";
import type { LogEntry } from "./entry.ts";

export const LEGACY_LOG = "events.ndjson";

interface LegacyLine {
  readonly ts: string;
  readonly event: "PostToolUse" | "SubagentStop" | "UserPromptSubmit";
  readonly tool: string;
  readonly specialist: string;
  /** The first twelve digits of what was redacted. */
  readonly payload_digest: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly prompt?: string;
}

/** Says a line of the log once more in the old form, where that form has a word for it. A mirror never fails a log. */
export function mirror(folder: string, entry: LogEntry): void {
  const line = legacyLine(entry);
  if (line === null) return;
  try {
    appendFileSync(join(folder, LEGACY_LOG), `${JSON.stringify(line)}\n`);
  } catch {
    // The log has it.
    return;
  }
}

function legacyLine(entry: LogEntry): LegacyLine | null {
  if (entry.event === "tool_call") {
    const payload = `${entry.command_redacted}\n${entry.result_excerpt_redacted}`;
    return { ...common(entry, payload), event: "PostToolUse", tool: entry.tool, specialist: entry.lane_id ?? "" };
  }
  if (entry.event !== "hook_event") return null;
  const { hook_name: hook, payload_excerpt_redacted: payload, specialist = entry.lane_id ?? "" } = entry;
  if (hook === "SubagentStop") return { ...common(entry, payload), event: hook, tool: "", specialist };
  if (hook !== "UserPromptSubmit") return null;
  return { ...common(entry, payload), event: hook, tool: "", specialist, prompt: payload };
}

function common(entry: Extract<LogEntry, { readonly event: "tool_call" | "hook_event" }>, payload: string) {
  return {
    ts: entry.ts,
    payload_digest: sha256(payload).slice(0, 12),
    ok: entry.status === "ok",
    ms: Math.max(0, entry.latency_ms),
  };
}
