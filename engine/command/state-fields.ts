import * as z from "zod/mini";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";
import { moveState } from "../loop/transitions.ts";
import { validateState } from "../planning/validate-state.ts";
import { flag, nothing, word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

/** STATE.md field by field, and against what lies on disk. */
export const stateFieldCommands: readonly CommandRow[] = [
  row({
    family: "state",
    name: "update",
    summary: "Set one field of STATE.md by its label or its key.",
    audience: "both",
    positionals: ["field", "value"],
    input: () => z.object({ field: word(), value: word() }),
    run: (context, input) => update(context, input.field, input.value),
  }),
  row({
    family: "state",
    name: "patch",
    summary: "Set several fields of STATE.md: --Status <text> --stopped_at <text>.",
    audience: "both",
    positionals: [],
    input: () => z.record(z.string(), word()),
    run: (context, input) => moveState(context, { type: "patch-state", fields: input }),
  }),
  row({
    family: "state",
    name: "record-metric",
    summary: "Note how long a plan took: --phase --plan --duration, with --tasks and --files.",
    audience: "both",
    positionals: [],
    input: () =>
      z.object({
        phase: word(),
        plan: word(),
        duration: word(),
        tasks: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
        files: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
      }),
    run: (context, input) => moveState(context, { type: "record-metric", ...input }),
  }),
  row({
    family: "state",
    name: "update-progress",
    summary: "Count phases and plans again.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => moveState(context, { type: "update-progress" }),
  }),
  row({
    family: "state",
    name: "validate",
    summary: "What STATE.md says and the roadmap or the disk contradict.",
    audience: "both",
    positionals: [],
    input: nothing,
    run: (context) => validate(context),
  }),
  row({
    family: "state",
    name: "sync",
    summary: "Bring STATE.md in line with the disk; --verify only says how.",
    audience: "both",
    positionals: [],
    switches: ["verify"],
    input: () => z.object({ verify: flag() }),
    run: (context, input) => moveState(context, { type: "sync-state", dryRun: input.verify }),
  }),
];

/** One field is a patch of one, whose answer is yes or no. */
async function update(context: ProjectContext, field: string, value: string): Promise<Outcome> {
  const outcome = await moveState(context, { type: "patch-state", fields: { [field]: value } });
  if (!outcome.ok) return outcome;
  const { updated, preserved } = outcome.data as { updated: readonly string[]; preserved: readonly string[] };
  const isUpdated = updated.length > 0;
  return {
    ok: true,
    data: { updated: isUpdated, preserved: [...preserved] },
    text: isUpdated ? `${field} is set.` : `STATE.md has no field ${field} that can be set.`,
  };
}

function validate(context: ProjectContext): Outcome {
  const { valid, warnings, scope } = validateState(context.snapshot());
  return {
    ok: true,
    data: { valid, warnings: [...warnings], scope },
    text: valid ? "STATE.md fits the roadmap and the disk." : warnings.join("\n"),
  };
}
