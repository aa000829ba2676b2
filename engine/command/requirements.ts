import * as z from "zod/mini";
import type { ProjectContext } from "../loop/context.ts";
import { degraded, type Outcome, refuse } from "../loop/outcome.ts";
import { moveState } from "../loop/transitions.ts";
import { readProjectFile } from "../planning/project-file.ts";
import { readyRequirements } from "../planning/ready-requirements.ts";
import { readRequirements } from "../planning/requirements.ts";
import type { Caller } from "../port.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const requirementCommands: readonly CommandRow[] = [
  row({
    family: "requirements",
    name: "mark-complete",
    summary: "Tick requirements in list and traceability table. A model may tick only what is verified.",
    audience: "both",
    positionals: ["ids"],
    input: () => z.object({ ids: word() }),
    run: (context, input, caller) => markComplete(context, idsIn(input.ids), caller),
  }),
  row({
    family: "requirements",
    name: "ready-ids",
    summary: "Open requirements whose phases are all verified, and those that wait.",
    audience: "both",
    positionals: ["ids"],
    input: () => z.object({ ids: z.optional(word()) }),
    run: (context, input) => ready(context, input.ids === undefined ? null : idsIn(input.ids)),
  }),
];

function idsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,[\]]+/).filter((id) => id !== ""))];
}

async function markComplete(context: ProjectContext, ids: readonly string[], { audience }: Caller): Promise<Outcome> {
  if (ids.length === 0) return refuse("usage", "No requirement is named", "Name them: REQ-1 REQ-2.");
  const standing = standingOf(context);
  const open = standing?.blocked.filter(({ id }) => ids.includes(id)) ?? [];
  if (audience === "model" && open.length > 0) {
    const what = open.map(({ id, by }) => `${id} (${by})`).join(", ");
    return refuse("proof_missing", `Not verified yet: ${what}`, "Verify the phase; completing it ticks them.");
  }
  return moveState(context, { type: "mark-requirements", ids });
}

function ready(context: ProjectContext, ids: readonly string[] | null): Outcome {
  const standing = standingOf(context);
  if (standing === null) return degraded("REQUIREMENTS.md not found", { ready: [], blocked: [], total: 0 });
  const isAsked = (id: string) => ids?.includes(id) ?? true;
  const met = standing.ready.filter(isAsked);
  const blocked = standing.blocked.filter(({ id }) => isAsked(id));
  return {
    ok: true,
    data: { ready: met, blocked: blocked.map(({ id }) => id), total: met.length + blocked.length },
    text: [...met.map((id) => `${id}: ready`), ...blocked.map(({ id, by }) => `${id}: waits, ${by}`)].join("\n"),
  };
}

function standingOf(context: ProjectContext) {
  const snapshot = context.snapshot();
  const file = readProjectFile(context.root, `${snapshot.folder}/REQUIREMENTS.md`);
  return file.ok ? readyRequirements(snapshot, readRequirements(file.text)) : null;
}
