import * as z from "zod/mini";
import { moveState, resumeWork } from "../loop/transitions.ts";
import { nothing, word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

const text = () => z.object({ text: word() });

/**
 * What is noted beside the position: decisions, blockers, sessions, questions. The reference has a flag of another name
 * for the text of each; by position it is always `text`.
 */
export const stateNoteCommands: readonly CommandRow[] = [
  row({
    family: "state",
    name: "add-decision",
    summary: "Record a decision, with its reason: --why, --phase.",
    audience: "both",
    positionals: ["text"],
    input: () =>
      z
        .object({
          text: z.optional(word()),
          summary: z.optional(word()),
          phase: z.optional(word()),
          why: z.optional(word()),
          rationale: z.optional(word()),
        })
        .check(z.refine(({ text, summary }) => (text ?? summary) !== undefined, "say what was decided")),
    run: (context, { text, summary, phase, why, rationale }) =>
      moveState(context, {
        type: "add-decision",
        text: text ?? summary ?? "",
        ...(phase !== undefined && { phase }),
        ...((why ?? rationale) !== undefined && { why: why ?? rationale }),
      }),
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
    summary: "Note where the work was left: --stopped-at, --paused-at, --resume-file.",
    audience: "both",
    positionals: ["text"],
    input: () =>
      z.object({
        text: z.optional(word()),
        stoppedAt: z.optional(word()),
        pausedAt: z.optional(word()),
        resumeFile: z.optional(word()),
      }),
    run: (context, { text, stoppedAt, pausedAt, resumeFile }) =>
      moveState(context, {
        type: "record-session",
        ...((stoppedAt ?? text) !== undefined && { stoppedAt: stoppedAt ?? text }),
        ...(pausedAt !== undefined && { pausedAt }),
        ...(resumeFile !== undefined && { resumeFile }),
      }),
  }),
  row({
    family: "state",
    name: "signal-waiting",
    summary: "Put a question to the person and hold the loop until it is answered: --options A|B, --type, --phase.",
    audience: "both",
    positionals: ["text"],
    input: () =>
      z
        .object({
          text: z.optional(word()),
          question: z.optional(word()),
          type: z.optional(word()),
          options: z.optional(z.string()),
          phase: z.optional(word()),
        })
        .check(z.refine(({ text, question }) => (text ?? question) !== undefined, "say what is asked")),
    run: (context, { text, question, type, options, phase }) =>
      moveState(context, {
        type: "signal-waiting",
        question: question ?? text ?? "",
        ...(type !== undefined && { kind: type }),
        ...(options !== undefined && { options: options.split("|").map((option) => option.trim()) }),
        ...(phase !== undefined && { phase }),
      }),
  }),
  row({
    family: "state",
    name: "signal-resume",
    summary: "The person answered: go on.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context, _input, caller) => resumeWork(context, caller.audience === "model"),
  }),
];
