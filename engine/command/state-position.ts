import * as z from "zod/mini";
import { moveState } from "../loop/transitions.ts";
import { nothing, word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

const phase = () =>
  z.object({ phase: word(), name: z.optional(word()), plans: z.optional(z.coerce.number().check(z.int(), z.gte(0))) });

/** Which phase and plan the work is at. */
export const statePositionCommands: readonly CommandRow[] = [
  row({
    family: "state",
    name: "begin-phase",
    summary: "Make a phase the current one.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input, caller) => moveState(context, { type: "begin-phase", ...input }, caller.session?.id),
  }),
  row({
    family: "state",
    name: "planned-phase",
    summary: "Say that the plans of a phase are written.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => moveState(context, { type: "planned-phase", ...input }),
  }),
  row({
    family: "state",
    name: "advance-plan",
    summary: "Go to the next plan of the phase.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context, _input, caller) => moveState(context, { type: "advance-plan" }, caller.session?.id),
  }),
];
