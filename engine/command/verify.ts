import * as z from "zod/mini";
import type { ProjectContext } from "../loop/context.ts";
import { answerTests } from "../loop/evidence/human-answers.ts";
import { checksOf, verifyPhase } from "../loop/evidence/verify-phase.ts";
import { positionOf } from "../loop/position.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const verifyCommands: readonly CommandRow[] = [
  row({
    family: "verify",
    name: "run",
    summary: "Run the checks that the phase's plans name and write its verification report.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: z.optional(z.string()) }),
    wouldRun: (context) => checksHere(context),
    run: (context) => verifyPhase(context),
  }),
  row({
    family: "verify",
    name: "answer",
    summary: "Answer a test of the phase's acceptance report by its number; `all` confirms what the report says.",
    audience: "person",
    positionals: ["test", "result"],
    input: () =>
      z.object({
        test: z.union([z.literal("all"), z.coerce.number().check(z.int(), z.positive())]),
        result: z.optional(z.enum(["pass", "issue", "blocked", "skipped", "pending"])),
        phase: z.optional(word()),
      }),
    run: (context, { test, result, phase }) =>
      answerTests(context, { test, ...(result && { result }), ...(phase !== undefined && { phase }) }),
  }),
];

function checksHere(context: ProjectContext): readonly string[] {
  const position = positionOf(context.snapshot(), context.runs.state());
  return position.kind === "in-phase" && position.at.kind === "verification" ? checksOf(position.phase) : [];
}
