import * as z from "zod/mini";
import { moveState, resumeWork } from "../loop/transitions.ts";
import { type CommandRow, row } from "./row.ts";

const text = () => z.object({ text: z.string().check(z.minLength(1)) });
const phase = () => z.object({ phase: z.string(), name: z.optional(z.string()), plans: z.optional(z.coerce.number()) });

export const stateCommands: readonly CommandRow[] = [
  row({
    family: "state",
    name: "begin-phase",
    summary: "Make a phase the current one.",
    audience: "both",
    positionals: ["phase"],
    input: phase,
    run: (context, input) => moveState(context, { type: "begin-phase", ...input }),
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
    input: () => z.object({}),
    run: (context) => moveState(context, { type: "advance-plan" }),
  }),
  row({
    family: "state",
    name: "add-decision",
    summary: "Record a decision, with its reason.",
    audience: "both",
    positionals: ["text"],
    input: () => z.extend(text(), { phase: z.optional(z.string()), why: z.optional(z.string()) }),
    run: (context, input) => moveState(context, { type: "add-decision", ...input }),
  }),
  row({
    family: "state",
    name: "add-blocker",
    summary: "Record what stands in the way.",
    audience: "both",
    positionals: ["text"],
    input: text,
    run: (context, input) => moveState(context, { type: "add-blocker", text: input.text }),
  }),
  row({
    family: "state",
    name: "resolve-blocker",
    summary: "Take a blocker away.",
    audience: "both",
    positionals: ["text"],
    input: text,
    run: (context, input) => moveState(context, { type: "resolve-blocker", text: input.text }),
  }),
  row({
    family: "state",
    name: "record-session",
    summary: "Note where the work was left.",
    audience: "both",
    positionals: ["text"],
    input: text,
    run: (context, input) => moveState(context, { type: "record-session", stoppedAt: input.text }),
  }),
  row({
    family: "state",
    name: "signal-waiting",
    summary: "Put a question to the person and hold the loop until it is answered.",
    audience: "both",
    positionals: ["text"],
    input: () => z.extend(text(), { options: z.optional(z.string()), phase: z.optional(z.string()) }),
    run: (context, input) =>
      moveState(context, {
        type: "signal-waiting",
        question: input.text,
        ...(input.options !== undefined && { options: input.options.split("|").map((option) => option.trim()) }),
        ...(input.phase !== undefined && { phase: input.phase }),
      }),
  }),
  row({
    family: "state",
    name: "signal-resume",
    summary: "The person answered: go on.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context, _input, caller) => resumeWork(context, caller.audience === "model"),
  }),
];
