import * as z from "zod/mini";
import { completePhase } from "../loop/transitions.ts";
import { type CommandRow, row } from "./row.ts";

export const phaseCommands: readonly CommandRow[] = [
  row({
    family: "phase",
    name: "complete",
    summary: "Complete a verified phase: roadmap, state and requirements move together.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: z.string() }),
    run: (context, input, caller) => completePhase(context, input.phase, caller.audience === "model"),
  }),
];
