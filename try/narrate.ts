import type { Line } from "./run-record.ts";
import type { Screen } from "./screen.ts";

type Ticket = { readonly id: string; readonly kind: string; readonly label: string };

/** One line of the run record as a person reads it, or null when it says nothing to a person. */
export function narrate(line: Line, screen: Screen): string | null {
  const place = `${line.point ?? ""}${line.wave === undefined ? "" : ` (wave ${line.wave})`}`;
  const text = (name: string) => String(line[name] ?? "");
  switch (line.event) {
    case "run_started":
      return screen.paint(`run ${text("run_id")} begins`, "dim");
    case "step_begun":
      return `a person begins ${screen.paint(text("step"), "bold")} of phase ${text("phase")}`;
    case "point_entered":
      return `${screen.paint("→", "cyan")} ${place} entered${tickets(line.tickets)}`;
    case "ticket_settled":
      return `  ${text("ticket")}: ${text("outcome")}${line.reason ? screen.paint(`, ${text("reason")}`, "dim") : ""}`;
    case "gate_verdict":
      return gate(line, screen);
    case "point_closed":
      return `${screen.paint("✓", "green")} ${place} closed`;
    case "check_run":
      return `  the engine ran \`${text("command_redacted")}\`: exit ${text("exit_code")}, ${text("latency_ms")} ms, ${text("digest").slice(0, 19)}…`;
    case "refusal":
      return `${screen.paint("✗ refused", "yellow")} ${text("what")}: ${text("message")}`;
    case "tool_denied":
      return denial(line, screen);
    case "hook_event":
      return isCompacted(line) ? screen.paint("  the host compacted the conversation", "cyan") : null;
    case "continuation":
      return line.decision === "continued"
        ? screen.paint("↻ the engine continues the idle turn", "cyan")
        : screen.paint(`■ not continued: ${text("reason")}`, "yellow");
    case "transition":
      return `  ${text("name")}: ${(line.changed as string[]).join(", ")}`;
    case "run_closed":
      return screen.paint(`run closed: ${text("reason")}`, "dim");
    default:
      return null;
  }
}

function tickets(value: unknown): string {
  const list = value as readonly Ticket[];
  return list.length === 0
    ? ", nobody takes part"
    : `, tickets: ${list.map(({ id, label }) => `${id} (${label})`).join(", ")}`;
}

function gate(line: Line, screen: Screen): string {
  const colour = line.verdict === "open" ? "green" : line.verdict === "shut" ? "red" : "yellow";
  return `  gate ${line.ticket}: ${screen.paint(String(line.verdict), colour)} in ${line.latency_ms} ms, ${line.message}`;
}

function denial(line: Line, screen: Screen): string | null {
  if (line.session_id === "loopwright-canary") return null;
  const took = (Number(line.latency_us) / 1000).toFixed(2);
  return `${screen.paint("✗ denied", "red")} by ${line.rule} in ${took} ms: ${String(line.command_redacted).slice(0, 90)}`;
}

export function isCompacted({ hook_name, payload_excerpt_redacted: payload }: Line): boolean {
  return hook_name === "SessionStart" && payload === '{"source":"compact"}';
}
