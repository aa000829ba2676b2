import type { Line } from "./run-record.ts";
import type { Screen } from "./screen.ts";

type Ticket = { readonly id: string; readonly kind: string; readonly label: string };

/** A line of the run record as a person reads it, in one line or two, or null when it says nothing to a person. */
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
      return refusal(line, screen);
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

function refusal({ what, message, remedy }: Line, screen: Screen): string {
  const line = `${screen.paint("✗ refused", "yellow")} ${what}: ${message}`;
  return remedy === undefined ? line : `${line}\n  ${screen.paint(`what to do: ${remedy}`, "dim")}`;
}

function denial(line: Line, screen: Screen): string {
  const took = (Number(line.latency_us) / 1000).toFixed(2);
  return `${screen.paint("✗ denied", "red")} by ${line.rule} in ${took} ms: ${shortened(String(line.command_redacted))}`;
}

const MOST_LETTERS = 90;

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : text;
}

export function isCompacted({ hook_name, payload_excerpt_redacted: payload }: Line): boolean {
  return hook_name === "SessionStart" && payload === '{"source":"compact"}';
}
