import * as z from "zod/mini";
import { STEPS } from "../loop/points.ts";
import { beginStep } from "../loop/step-actions.ts";
import { type CommandRow, row } from "./row.ts";

export const stepCommands: readonly CommandRow[] = [
  row({
    family: "step",
    name: "begin",
    summary: "Begin or resume a step of a phase and compose its work order.",
    audience: "person",
    positionals: ["step", "phase"],
    input: () => z.object({ step: z.enum(STEPS), phase: z._default(z.string(), "") }),
    run: (context, input, caller) => beginStep(context, input.step, input.phase, caller.session?.id ?? null),
  }),
];
