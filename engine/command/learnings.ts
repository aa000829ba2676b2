import * as z from "zod/mini";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { type Outcome, refuse } from "../loop/outcome.ts";
import { readLearningNotes } from "../memory/learning-notes.ts";
import type { Learning } from "../memory/learnings.ts";
import { learningsOf, projectName } from "../memory/project-learnings.ts";
import { readProjectFile } from "../planning/project-file.ts";
import { nothing, word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const learningsCommands: readonly CommandRow[] = [
  row({
    family: "learnings",
    name: "list",
    summary: "What was learnt in all projects of this person, newest first.",
    audience: "both",
    positionals: [],
    isApart: true,
    input: nothing,
    run: (context) => listed(learningsOf(context).list()),
  }),
  row({
    family: "learnings",
    name: "query",
    summary: "What was learnt under one tag.",
    audience: "both",
    positionals: ["tag"],
    isApart: true,
    input: () => z.object({ tag: word() }),
    run: (context, input) => listed(learningsOf(context).withTag(input.tag), input.tag),
  }),
  row({
    family: "learnings",
    name: "add",
    summary: "Keep one thing that was learnt here, for all projects.",
    audience: "both",
    positionals: ["text"],
    isApart: true,
    input: () => z.object({ text: word(), context: z._default(z.string(), ""), tags: z._default(z.string(), "") }),
    run: (context, input) => add(context, input),
  }),
  row({
    family: "learnings",
    name: "copy",
    summary: "Keep what the LEARNINGS files of this project list.",
    audience: "both",
    positionals: [],
    isApart: true,
    input: nothing,
    run: (context) => copy(context),
  }),
  row({
    family: "learnings",
    name: "prune",
    summary: "Forget what is older, for example --older-than 90d.",
    audience: "person",
    positionals: [],
    isApart: true,
    input: () => z.object({ olderThan: z.string().check(z.regex(/^\d{1,5}d?$/)) }),
    run: (context, input) => {
      const { removed, kept } = learningsOf(context).prune(Number.parseInt(input.olderThan, 10));
      return { ok: true, data: { removed, kept }, text: `${removed} forgotten, ${kept} kept.` };
    },
  }),
  row({
    family: "learnings",
    name: "delete",
    summary: "Forget one entry.",
    audience: "person",
    positionals: ["id"],
    isApart: true,
    input: () => z.object({ id: word() }),
    run: (context, input) => {
      const deleted = learningsOf(context).remove(input.id);
      return { ok: true, data: { id: input.id, deleted }, text: deleted ? "Forgotten." : `There is no ${input.id}.` };
    },
  }),
];

function listed(learnings: readonly Learning[], tag?: string): Outcome {
  const lines = learnings.map(
    ({ id, date, source_project, learning }) => `${id} ${date} ${source_project}: ${learning}`,
  );
  return {
    ok: true,
    data: { learnings: learnings as unknown as Json, count: learnings.length, ...(tag !== undefined && { tag }) },
    text: lines.length === 0 ? "Nothing was kept yet." : lines.join("\n"),
  };
}

function add(
  context: ProjectContext,
  input: { readonly text: string; readonly context: string; readonly tags: string },
): Outcome {
  if (input.text.trim() === "") return refuse("usage", "There is nothing to keep", "Say it in one sentence.");
  const { learning, created } = learningsOf(context).add({
    source_project: projectName(context),
    context: input.context,
    learning: input.text,
    tags: input.tags.split(","),
  });
  const text = created ? `Kept as ${learning.id}.` : `Known already as ${learning.id}.`;
  return { ok: true, data: { added: created, id: learning.id }, text };
}

function copy(context: ProjectContext): Outcome {
  const store = learningsOf(context);
  const { phases, orphans, files, folder } = context.snapshot();
  const own = [...phases, ...orphans].flatMap((phase) => phase.artifacts.LEARNINGS ?? []);
  const paths = [...(files.includes("LEARNINGS.md") ? [`${folder}/LEARNINGS.md`] : []), ...own];
  const notes = paths.flatMap((path) => {
    const file = readProjectFile(context.root, path);
    return file.ok ? readLearningNotes(file.text) : [];
  });
  const source_project = projectName(context);
  const created = notes.filter(
    (note) => store.add({ source_project, context: note.context, learning: note.text, tags: [] }).created,
  ).length;
  return {
    ok: true,
    data: { total: notes.length, created, skipped: notes.length - created },
    text: `${created} of ${notes.length} are new and kept.`,
  };
}
