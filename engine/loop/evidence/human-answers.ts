import { replaceFile } from "../../file/atomic-write.ts";
import { setUatResult } from "../../planning/edit-uat.ts";
import { lookupPhase } from "../../planning/lookup-phase.ts";
import { readProjectFile } from "../../planning/project-file.ts";
import type { PhaseView } from "../../planning/types.ts";
import { isPass, readUat } from "../../planning/uat.ts";
import type { RunState } from "../../run/state.ts";
import type { ProjectContext } from "../context.ts";
import { noRun } from "../no-run.ts";
import { type Outcome, refuse } from "../outcome.ts";

export interface Answer {
  /** Number of the test in the report, or `all` for what stands there already. */
  readonly test: number | "all";
  readonly result?: string;
  readonly phase?: string;
}

/** What a person still has to answer. A pass that stands in the file counts once a person's answer is on record. */
export function openHumanItems(context: ProjectContext, phase: PhaseView): readonly string[] {
  const text = uatText(context, phase);
  if (text === null) return [];
  const { tests, blockers } = readUat(text);
  const run = context.runs.state();
  const unheard = tests.filter(({ name, result }) => isPass(result) && !isAnswered(run, phase, name));
  return [...blockers, ...unheard.map(({ name }) => `Test "${name}" says pass, and no person's answer is on record.`)];
}

/** Takes a person's answer down: in the acceptance report, and in the record. */
export function answerTests(context: ProjectContext, { test, result, phase: wanted }: Answer): Outcome {
  const run = context.runs.current();
  if (!run) return noRun(context, "There is no run that could take it down.");
  const snapshot = context.snapshot();
  const id = wanted ?? run.state().step?.phase;
  const phase = id === undefined ? null : lookupPhase(snapshot, id);
  const file = phase?.artifacts.UAT;
  const before = phase === null ? null : uatText(context, phase);
  if (phase === null || file === undefined || before === null) {
    return refuse(
      "file_not_found",
      `Phase ${id ?? "?"} has no acceptance report`,
      "Name a phase that has one with --phase.",
    );
  }
  const text = test === "all" || result === undefined ? before : setUatResult(before, test, result);
  const tests = readUat(text ?? "").tests;
  const answered = text === null ? [] : tests.filter((one) => test === "all" || one.number === test);
  if (answered.length === 0) {
    const known = readUat(before).tests.map(({ number, name }) => `${number} (${name})`);
    return refuse("usage", `${file} has no test ${test}`, `It has ${known.join(", ") || "no test at all"}.`);
  }
  if (text !== null && text !== before) replaceFile(context.root, file, text);
  for (const { name, result } of answered)
    run.append("human_answer", { phase: phase.id, test: name, result: result ?? "" });
  const lines = answered.map(({ number, name, result }) => `${number}. ${name}: ${result ?? "no result"}`);
  return {
    ok: true,
    data: { phase: phase.id, file, answered: lines },
    text: [`Taken down in ${file}.`, ...lines].join("\n"),
  };
}

function isAnswered(run: RunState | null, phase: PhaseView, name: string): boolean {
  const last = run?.answers.findLast((answer) => answer.phase === phase.id && answer.test === name);
  return last !== undefined && isPass(last.result);
}

function uatText({ root }: ProjectContext, phase: PhaseView): string | null {
  const path = phase.artifacts.UAT;
  const file = path === undefined ? null : readProjectFile(root, path);
  return file?.ok ? file.text : path === undefined ? null : "";
}
