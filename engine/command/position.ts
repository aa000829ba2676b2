import * as z from "zod/mini";
import type { ProjectContext } from "../loop/context.ts";
import { type Next, nextStep } from "../loop/next.ts";
import { standing, standingForPerson } from "../loop/work-order.ts";
import type { PhaseView } from "../planning/types.ts";
import type { Caller } from "../port.ts";
import { type CommandRow, row } from "./row.ts";

const nothing = () => z.object({});

function next(context: ProjectContext, snapshot = context.snapshot()): Next {
  return nextStep(snapshot, context.runs.state());
}

export const positionCommands: readonly CommandRow[] = [
  row({
    family: "next",
    name: "show",
    summary: "The one recommended next action, with its reason.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context, _input, caller) => {
      const answer = next(context);
      const place = answer.phase === null ? "" : `Phase ${answer.phase} (${answer.phaseName}), ${answer.step}.\n`;
      return { ok: true, data: { ...answer }, text: place + standingFor(caller, answer) };
    },
  }),
  row({
    family: "progress",
    name: "show",
    summary: "Every phase with its plans and whether it is verified.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context, _input, caller) => {
      const snapshot = context.snapshot();
      const { phases } = snapshot;
      const answer = next(context, snapshot);
      return {
        ok: true,
        data: { phases: phases.map(progressOf), next: { ...answer } },
        text: [...phases.map(lineOf), "", standingFor(caller, answer)].join("\n"),
      };
    },
  }),
];

/** What a person asks for inside a session is read by its model. */
function standingFor({ audience, session }: Caller, answer: Next): string {
  return audience === "person" && session === undefined ? standingForPerson(answer) : standing(answer);
}

function progressOf(phase: PhaseView) {
  return {
    number: phase.number,
    name: phase.name,
    plans: phase.plans.length,
    summaries: phase.plans.filter((plan) => plan.summary !== null).length,
    verification: phase.verification.status,
    complete: phase.complete,
  };
}

function lineOf(phase: PhaseView): string {
  const done = phase.plans.filter((plan) => plan.done).length;
  const mark = phase.complete ? "x" : " ";
  return `[${mark}] Phase ${phase.number}: ${phase.name}, plans ${done}/${phase.plans.length}, verification ${phase.verification.status}`;
}
