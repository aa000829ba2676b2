import { COVERED_EVENTS, coverageOf } from "../../bindings/shared/hook-coverage.ts";
import type { Line } from "../run-record.ts";
import type { Evidence } from "./evidence.ts";
import { markOf, SECRET, type SoakOptions } from "./soak.ts";

/** Everything that a soak's record should be and is not. */
export function judgeSoak(
  evidence: Evidence,
  wanted: Pick<SoakOptions, "compactions" | "children">,
): readonly string[] {
  const lines = evidence.lines.filter((line) => line !== null);
  const hooks = (name: string, fits: (line: Line) => boolean = () => true) =>
    lines.filter((line) => line.event === "hook_event" && line.hook_name === name && fits(line)).length;
  const count = (what: string, found: number, expected: number) =>
    found === expected ? [] : [`${what}: ${found}, not ${expected}`];
  return [
    ...count("lines that are no JSON", evidence.lines.length - lines.length, 0),
    ...callProblems(lines, evidence.calls),
    ...count("compactions before", hooks("PreCompact"), wanted.compactions),
    ...count("compactions after", hooks("SessionStart", isCompact), wanted.compactions),
    ...count("children that stopped", hooks("SubagentStop"), wanted.children),
    ...count("lanes handed out", lines.filter(({ event }) => event === "specialist_dispatch").length, wanted.children),
    ...count(
      "aborted turns",
      hooks("Stop", ({ outcome }) => outcome === "aborted"),
      1,
    ),
    ...count("runs begun", lines.filter(({ event }) => event === "run_started").length, 1),
    ...(evidence.everything.includes(SECRET) ? ["a credential stands in the record"] : []),
    ...(evidence.everything.includes("token=[REDACTED") ? [] : ["nothing was redacted"]),
    ...(evidence.resumedWith.includes("[Loopwright] State of the work") ? [] : ["the resumed session got no capsule"]),
    ...coverageProblems(evidence),
    ...traceProblems(evidence),
  ];
}

function isCompact({ payload_excerpt_redacted: payload }: Line): boolean {
  return payload === '{"source":"compact"}';
}

/** Every call has one line, with the end that it had, in the order in which the calls were made. */
function callProblems(lines: readonly Line[], calls: number): readonly string[] {
  const numbers = lines.flatMap((line) => (line.event === "tool_call" ? numberOf(line) : []));
  const problems: string[] = [];
  for (let number = 1; number <= calls; number++) {
    const found = lines.filter((line) => line.event === "tool_call" && numberOf(line)[0] === number);
    if (found.length !== 1) problems.push(`${markOf(number)} has ${found.length} lines`);
    else if (found[0]?.status !== statusOf(number)) problems.push(`${markOf(number)} is ${found[0]?.status}`);
    if (isDenied(number) && !lines.some((line) => line.event === "tool_denied" && numberOf(line)[0] === number)) {
      problems.push(`${markOf(number)} was not denied`);
    }
  }
  const answers = numbers.map((number) => Math.ceil(number / SLACK));
  if (answers.some((answer, index) => answer + 1 < (answers[index - 1] ?? 0)))
    problems.push("the calls are out of order");
  return problems;
}

/** Calls of one answer run side by side, and may end in any order. */
const SLACK = 5;

function numberOf({ command_redacted: command }: Line): readonly number[] {
  const mark = /soak-(\d{4})/.exec(String(command));
  return mark ? [Number(mark[1])] : [];
}

function isDenied(number: number): boolean {
  return number % 10 !== 0 && number % 7 === 0;
}

function statusOf(number: number): "ok" | "err" {
  const fails = number % 10 !== 0 && (number % 7 === 0 || number % 5 === 0);
  return fails ? "err" : "ok";
}

/** The trace has all that happened, and a bare engine that is told it says what the host's engine said. */
function traceProblems({ trace, differences, calls }: Evidence): readonly string[] {
  const asked = trace
    .flat()
    .flatMap(({ told }) => ("event" in told && told.event.type === "tool.before" ? [told] : []));
  const numbered = new Set(asked.flatMap((told) => /soak-\d{4}/.exec(JSON.stringify(told)) ?? []));
  const unanswered = trace.flat().filter(({ said }) => said === undefined);
  return [
    ...(trace.length === 2 ? [] : [`${trace.length} process(es) in the trace, not 2`]),
    ...(numbered.size === calls ? [] : [`${numbered.size} calls in the trace, not ${calls}`]),
    ...(unanswered.length === 0 ? [] : [`${unanswered.length} step(s) without an answer`]),
    ...differences,
  ];
}

function coverageProblems({ presences }: Evidence): readonly string[] {
  const hooks = presences.flatMap(coverageOf);
  return COVERED_EVENTS.flatMap((event) => {
    const images = hooks.filter((hook) => hook.event === event);
    if (images.some(({ bound }) => bound.length === 0)) return [`${event} is not bound`];
    return images.some(({ count }) => count > 0) ? [] : [`${event} never fired`];
  });
}
