import { isJsonObject, type JsonObject } from "../json.ts";
import { LOGGED_TOOLS } from "./tool-name.ts";

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === "string";
const whole: Check = (value) => Number.isInteger(value);
const flag: Check = (value) => typeof value === "boolean";
const stamp: Check = (value) => typeof value === "string" && !Number.isNaN(Date.parse(value));
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);
const between =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

const PHASE = oneOf("brainstorm", "team-compose", "plan", "context", "execute", "review", "verify", "reflect");
const LAYER = oneOf("L1", "L2", "L3", "L4", "security-review");
const HOOK = oneOf(
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "Notification",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
);
const GATE: Check = (value) =>
  typeof value === "string" &&
  /^(?:gate-1-spec|gate-2-team|gate-3-plan|mid-execution-decision:[a-z][a-z0-9-]{0,63})$/.test(value);
const OPTIONS: Check = (value) =>
  Array.isArray(value) && ["force-pass", "extend-cap", "rework"].every((option) => value.includes(option));
const LANE = { lane_id: text };
const WORKER = { lane_id: text, specialist: text, task_id: text };
const ROUND = { lane_id: text, loop_layer: LAYER, round_number: between(1, Number.MAX_SAFE_INTEGER) };

interface Kind {
  readonly needed: Fields;
  readonly allowed?: Fields;
}

const KINDS: Readonly<Record<string, Kind>> = {
  phase_start: { needed: { phase: PHASE } },
  phase_end: { needed: { phase: PHASE, duration_ms: whole, status: oneOf("ok", "error", "escalated") } },
  specialist_dispatch: { needed: { ...WORKER, prompt_excerpt: text } },
  specialist_receipt: { needed: { ...WORKER, receipt_path: text } },
  loop_round_start: { needed: { ...ROUND, cap: between(1, 256) } },
  loop_round_end: {
    needed: {
      ...ROUND,
      terminated: oneOf("satisfied", "malformed_termination", "cap_hit", "escalation", "error"),
      terminator: text,
    },
  },
  tool_call: {
    needed: {
      tool: (value) => typeof value === "string" && LOGGED_TOOLS.has(value),
      command_redacted: text,
      status: oneOf("ok", "err", "n/a"),
      latency_ms: whole,
      result_excerpt_redacted: text,
    },
    allowed: LANE,
  },
  hook_event: {
    needed: { hook_name: HOOK, payload_excerpt_redacted: text, latency_ms: whole, status: oneOf("ok", "err") },
    allowed: LANE,
  },
  gate_decision: {
    needed: {
      gate: GATE,
      decision: oneOf("approved", "rejected", "deferred"),
      source: oneOf("user", "auto-approve-mode"),
    },
  },
  assumption_logged: { needed: { lane_id: text, specialist: text, assumption_text: text } },
  escalation: {
    needed: {
      reason: oneOf("cap_hit", "malformed_termination_x2", "restart_cap_hit"),
      options_offered: OPTIONS,
      user_choice: text,
    },
    allowed: LANE,
  },
  codex_review_round: { needed: { gate: text, round_number: whole, terminated_by_satisfied: flag } },
};

export type LineVerdict = "ok" | "invalid" | "unparseable";

/** How a strict reader takes a line: an event that it does not know is as invalid as a field that does not fit. */
export function judgeLine(line: string): LineVerdict {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Torn, or never JSON.
    return "unparseable";
  }
  return isJsonObject(value) && isStrictEntry(value) ? "ok" : "invalid";
}

export function isStrictEntry(entry: JsonObject): boolean {
  const event = entry.event;
  const kind = typeof event === "string" && Object.hasOwn(KINDS, event) ? KINDS[event] : undefined;
  if (!kind || !stamp(entry.ts) || !text(entry.run_id)) return false;
  const fits = ([name, check]: readonly [string, Check]) => check(entry[name]);
  return (
    Object.entries(kind.needed).every(fits) &&
    Object.entries(kind.allowed ?? {}).every((field) => !Object.hasOwn(entry, field[0]) || fits(field))
  );
}
