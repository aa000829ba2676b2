import { lstatSync } from "node:fs";
import { confine } from "../../file/confine.ts";
import { fromProblems, type Query } from "./query.ts";

/** What a finished plan says it changed is there. */
export const planDrift: Query = ({ phase, snapshot }) => {
  const done = phase.plans.filter((plan) => plan.done && !plan.halted);
  const problems = done.flatMap((plan) =>
    plan.filesModified
      .filter((file) => !isThere(snapshot.root, file))
      .map((file) => `${plan.id} says it changed ${file}, which is not there`),
  );
  return fromProblems(problems, {
    open: `${done.length} finished plan(s) agree with the files`,
    remedy: "Do what the plan says, or correct `files_modified` and say in the summary why it changed.",
  });
};

function isThere(root: string, file: string): boolean {
  if (/[*?{}[\]]/.test(file)) return true;
  const place = confine(root, file, "state");
  return place.ok && lstatSync(place.abs, { throwIfNoEntry: false }) !== undefined;
}
