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

interface Entries {
  run_started: { event_id: string; event_name: "run_started"; at: string; command: string };
  run_closed: { event_id: string; event_name: "run_closed"; at: string; reason: string };
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
  transition: { name: string; phase?: string; changed: readonly string[] };
  refusal: { what: string; reason: string; message: string };
  tool_call: {
    session_id: string;
    call_id: string;
    tool: string;
    command_redacted: string;
    status: "ok" | "err";
    latency_ms: number;
    result_excerpt_redacted: string;
  };
  tool_denied: {
    session_id: string;
    call_id: string;
    tool: string;
    command_redacted: string;
    rule: string;
    latency_us: number;
  };
  prompt: { session_id: string; author: "person" | "command" | "engine" };
  turn_stop: { session_id: string; outcome: "idle" | "error" | "aborted" };
  continuation: { session_id: string; decision: "continued" | "held"; reason: string; progress: string };
  compaction: { session_id: string; stage: "before" | "after"; reason: string };
  usage: {
    session_id: string;
    model: string;
    tokens: { input: number; output: number; cached?: number };
    cost?: number;
  };
}

export type EntryName = keyof Entries;
export type EntryFields<N extends EntryName> = Entries[N];

/** One line of the log. Lines of other writers keep their own names and fields. */
export type LogEntry = { readonly ts: string; readonly run_id: string } & {
  [N in EntryName]: { readonly event: N } & Readonly<Entries[N]>;
}[EntryName];
