import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf, EventType } from "../event.ts";
import { writtenPlaces } from "../guard/written-places.ts";
import type { JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import type { EntryFields, HookName } from "./entry.ts";
import { OpenCalls, type PairedCall } from "./open-calls.ts";
import { excerpt, redact } from "./redact.ts";
import type { RunLog } from "./run-log.ts";
import { laneOf, noteWorker } from "./session-lane.ts";
import { LOGGED_TOOLS, loggedName, toolClass } from "./tool-name.ts";

const openCalls = new WeakMap<ProjectContext, OpenCalls>();

function callsOf(context: ProjectContext): OpenCalls {
  const calls = openCalls.get(context) ?? new OpenCalls();
  openCalls.set(context, calls);
  return calls;
}

/** Arguments are kept until the call ends; nobody needs all of a large one. */
const KEPT_COMMAND = 64 * 1024;
const KEPT_RESULT = 1000;

function advice<T extends EventType>(write: (event: EventOf<T>, context: ProjectContext) => void): Concern<T> {
  return {
    name: "journal",
    posture: "advice",
    react(event, context): readonly Reaction[] {
      write(event, context);
      return NOTHING;
    },
  };
}

export const journalCallBegin = advice<"tool.before">((event, context) => {
  const run = context.runs.current();
  if (!run) return;
  callsOf(context).begin({
    run: run.id,
    lane: laneOf(event.session, context),
    tool: loggedName(event.tool),
    at: event.at,
    command: commandText(event.tool, event.args),
    call: callKey(event),
  });
});

export const journalCallEnd = advice<"tool.after">((event, context) => {
  const run = context.runs.current();
  if (!run) return;
  const calls = callsOf(context);
  for (const orphan of calls.sweep(event.at)) logCall(run, orphan, orphan.tool);
  const ended = calls.end({
    run: run.id,
    lane: laneOf(event.session, context),
    tool: loggedName(event.tool),
    at: event.at,
    call: callKey(event),
    status: event.outcome === "ok" && event.tool !== "invalid" ? "ok" : "err",
    result: excerpt(event.result, KEPT_RESULT),
  });
  const isDenied = event.outcome === "denied";
  const command = ended.command === "" && event.args ? commandText(event.tool, event.args) : ended.command;
  logCall(run, { ...ended, command, ...(isDenied && { status: "err" }) }, event.tool);
  noteFiles(run, event, context);
});

/** What a tool has written, as far as nobody has said it before. */
function noteFiles(run: RunLog, event: EventOf<"tool.after">, context: ProjectContext): void {
  if (toolClass(event.tool) !== "mutate") return;
  const { files: known } = run.state().touched;
  const written = writtenPlaces(event, context).flatMap(({ inside }) => (inside === null ? [] : redact(inside)));
  const files = [...new Set(written)].filter((file) => !known.has(file));
  if (files.length > 0) run.append("files_touched", { files }, event.at);
}

function callKey(event: EventOf<"tool.before" | "tool.after">): string | undefined {
  return event.call === "" ? undefined : `${event.session.id} ${event.call}`;
}

/** The name of a tool, and its arguments where it has any. */
function commandText(tool: string, args: JsonObject): string {
  const name = loggedName(tool);
  return Object.keys(args).length === 0 ? name : `${name} ${JSON.stringify(args).slice(0, KEPT_COMMAND)}`;
}

function logCall(run: RunLog, call: PairedCall, tool: string): void {
  run.append(
    "tool_call",
    {
      ...(call.lane !== undefined && { lane_id: call.lane }),
      tool: call.tool,
      ...(!LOGGED_TOOLS.has(call.tool) && { tool_class: toolClass(tool) }),
      command_redacted: call.command,
      status: call.status,
      latency_ms: call.latency,
      result_excerpt_redacted: call.result,
    },
    call.at,
  );
}

export const journalSessionStart = advice<"session.start">((event, context) => {
  const { agent, session } = event;
  if (agent !== undefined && session.role === "child") noteWorker(context, session.id, agent);
  if (session.role !== "root") return;
  logHook(context.runs.current(), "SessionStart", event, context, {
    payload: JSON.stringify({ source: event.reason }),
  });
});

/** A session that took part in a run ends in its record, also when the run has closed before it. */
export const journalSessionEnd = advice<"session.end">((event, context) => {
  const run = context.runs.last();
  if (event.session.role !== "root" || !run?.state().sessions.has(event.session.id)) return;
  logHook(run, "SessionEnd", event, context, { payload: JSON.stringify({ reason: event.reason }) });
});

export const journalPrompt = advice<"prompt.submit">((event, context) => {
  if (event.session.role !== "root") return;
  logHook(context.runs.current(), "UserPromptSubmit", event, context, { payload: event.text, author: event.author });
});

export const journalPermission = advice<"permission.asked">((event, context) => {
  const payload = JSON.stringify({ permission: event.permission, patterns: event.patterns });
  logHook(context.runs.current(), "Notification", event, context, { payload });
});

export const journalTurn = advice<"turn.stop">((event, context) => {
  if (event.session.role !== "root") return;
  logHook(context.runs.current(), "Stop", event, context, { outcome: event.outcome });
});

export const journalWorker = advice<"worker.stop">((event, context) => {
  const lane = laneOf(event.session, context);
  const specialist = event.agent ?? lane;
  logHook(context.runs.current(), "SubagentStop", event, context, {
    outcome: event.outcome,
    ...(specialist !== undefined && { specialist }),
  });
});

export const journalCompact = advice<"context.compact">((event, context) => {
  const payload = JSON.stringify({ reason: event.reason });
  logHook(context.runs.current(), "PreCompact", event, context, { payload });
});

export const journalCompacted = advice<"context.compacted">((event, context) => {
  logHook(context.runs.current(), "SessionStart", event, context, { payload: JSON.stringify({ source: "compact" }) });
});

interface HookFields extends Pick<EntryFields<"hook_event">, "author" | "outcome" | "specialist"> {
  readonly payload?: string;
}

function logHook(
  run: RunLog | null,
  hook: HookName,
  event: EventOf<EventType>,
  context: ProjectContext,
  { payload = "", ...fields }: HookFields,
): void {
  const lane = laneOf(event.session, context);
  run?.append(
    "hook_event",
    {
      ...(lane !== undefined && { lane_id: lane }),
      hook_name: hook,
      payload_excerpt_redacted: payload,
      latency_ms: 0,
      status: fields.outcome === "error" ? "err" : "ok",
      session_id: event.session.id,
      ...fields,
    },
    event.at,
  );
}

export const journalUsage = advice<"usage">((event, context) => {
  context.runs.current()?.append(
    "usage",
    {
      session_id: event.session.id,
      model: event.model,
      tokens: { input: event.input, output: event.output, ...(event.cached !== undefined && { cached: event.cached }) },
      ...(event.cost !== undefined && { cost: event.cost }),
    },
    event.at,
  );
});
