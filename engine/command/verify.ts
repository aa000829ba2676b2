import * as z from "zod/mini";
import type { ProjectContext } from "../loop/context.ts";
import { checksOf, verifyPhase } from "../loop/evidence/verify-phase.ts";
import { positionOf } from "../loop/position.ts";
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
];

function checksHere(context: ProjectContext): readonly string[] {
  const position = positionOf(context.snapshot(), context.runs.state());
  return position.kind === "in-phase" && position.at.kind === "verification" ? checksOf(position.phase) : [];
}
