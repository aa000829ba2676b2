export interface TicketEntry {
  readonly id: string;
  readonly kind: "step" | "contribution" | "gate";
  readonly capability: string;
  readonly label: string;
}

export type TicketOutcome = "done" | "failed" | "skipped";

/** Where in the loop a line belongs. `wave` is present at wave points only. */
export interface Place {
  readonly phase: string;
  readonly point: string;
  readonly wave?: number;
}

export type HookName =
  | "SessionStart"
  | "SessionEnd"
  | "UserPromptSubmit"
  | "Notification"
  | "Stop"
  | "SubagentStop"
  | "PreCompact"
  | "TaskCreated"
  | "TaskCompleted"
  | "TeammateIdle";

interface Marker<N extends string> {
  schema_version: "guild.trace_event.v1";
  event_id: string;
  event_name: N;
  at: string;
}

/** A call that the guard did not just let pass. `latency_us` is the time that the verdict took. */
interface GuardedCall {
  session_id: string;
  call_id: string;
  tool: string;
  command_redacted: string;
  rule: string;
  latency_us: number;
}

/** The loop's own lines. */
interface LoopEntries {
  session_attached: { session_id: string };
  step_begun: { step: string; phase: string };
  point_entered: Place & { tickets: readonly TicketEntry[] };
  ticket_settled: Place & { ticket: string; outcome: TicketOutcome; reason?: string };
  gate_verdict: Place & {
    ticket: string;
    verdict: "open" | "shut" | "advice";
    message: string;
    exit_code?: number;
    digest?: string;
    latency_ms: number;
  };
  point_closed: Place & { by: "engine" | "outside" };
  check_run: {
    phase: string;
    command_redacted: string;
    exit_code: number;
    digest: string;
    latency_ms: number;
    passed: boolean;
    output_redacted: string;
  };
  /** What a person answered to a test of an acceptance report. */
  human_answer: { phase: string; test: string; result: string };
  transition: { name: string; phase?: string; changed: readonly string[] };
  reflection_due: { signal: string };
  /** Files that a call has written, relative to the project; each once in a run. */
  files_touched: { files: readonly string[] };
  /** A capability's script that ran on an event; `event_name` is what scripts call it. */
  script_run: {
    capability: string;
    script: string;
    event_name: string;
    status: "ok" | "err";
    latency_ms: number;
  };
  refusal: { what: string; reason: string; message: string; remedy?: string };
  tool_denied: GuardedCall;
  /** A person is to decide; `tool_allowed` or `tool_denied` of the same call says what they did. */
  tool_asked: GuardedCall;
  tool_allowed: Omit<GuardedCall, "latency_us">;
  continuation: {
    session_id: string;
    decision: "continued" | "held";
    reason: string;
    progress: string;
    /** Sent while the turn was still ending, for hosts that end with it. */
    before_end?: true;
  };
  usage: {
    session_id: string;
    model: string;
    tokens: { input: number; output: number; cached?: number };
    cost?: number;
  };
}

/** Lines whose names and fields readers of Guild's event log know. */
interface SharedEntries {
  run_started: Marker<"run_started"> & { command: string };
  run_closed: Marker<"run_closed"> & { reason: string };
  phase_start: { phase: string };
  phase_end: { phase: string; duration_ms: number; status: "ok" | "error" | "escalated" };
  specialist_dispatch: {
    lane_id: string;
    specialist: string;
    task_id: string;
    prompt_excerpt: string;
    subject?: string;
  };
  specialist_receipt: { lane_id: string; specialist: string; task_id: string; receipt_path: string };
  assumption_logged: { lane_id: string; specialist: string; assumption_text: string };
  tool_call: {
    lane_id?: string;
    tool: string;
    tool_class?: string;
    command_redacted: string;
    status: "ok" | "err";
    latency_ms: number;
    result_excerpt_redacted: string;
  };
  hook_event: {
    lane_id?: string;
    hook_name: HookName;
    payload_excerpt_redacted: string;
    latency_ms: number;
    status: "ok" | "err";
    specialist?: string;
    session_id: string;
    author?: "person" | "command" | "engine";
    outcome?: "idle" | "error" | "aborted";
  };
}

interface Entries extends LoopEntries, SharedEntries {}

export type EntryName = keyof Entries;
export type EntryFields<N extends EntryName> = Entries[N];

/** One line of the log. Lines of other writers keep their own names and fields. */
export type LogEntry = { readonly ts: string; readonly run_id: string } & {
  [N in EntryName]: { readonly event: N } & Readonly<Entries[N]>;
}[EntryName];
