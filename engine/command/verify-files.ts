import * as z from "zod/mini";
import { knownCommits } from "../git/known-commits.ts";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { degraded, type Outcome } from "../loop/outcome.ts";
import { checkArtifact, checkLink } from "../planning/check-must-haves.ts";
import { fileReferences } from "../planning/file-references.ts";
import { type MustHaves, readMustHaves } from "../planning/must-haves.ts";
import { readPlan } from "../planning/plan.ts";
import { checkPlanStructure } from "../planning/plan-structure.ts";
import { readProjectFile } from "../planning/project-file.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";
import { textTable } from "./text-table.ts";

const file = () => z.object({ file: word() });

/** What can be checked of a plan or a report without running anything. */
export const verifyFileCommands: readonly CommandRow[] = [
  row({
    family: "verify",
    name: "plan-structure",
    summary: "Whether a plan file has what it takes to be executed.",
    audience: "both",
    positionals: ["file"],
    input: file,
    run: (context, input) => withFile(context, input.file, structure),
  }),
  row({
    family: "verify",
    name: "artifacts",
    summary: "Whether the files that a plan must leave behind are there.",
    audience: "both",
    positionals: ["file"],
    input: file,
    run: (context, input) => withMustHaves(context, input.file, artifacts),
  }),
  row({
    family: "verify",
    name: "key-links",
    summary: "Whether the links between files that a plan must make are there.",
    audience: "both",
    positionals: ["file"],
    input: file,
    run: (context, input) => withMustHaves(context, input.file, keyLinks),
  }),
  row({
    family: "verify",
    name: "references",
    summary: "Whether the files that a document points to are there.",
    audience: "both",
    positionals: ["file"],
    input: file,
    run: (context, input) => withFile(context, input.file, (text) => references(context, text)),
  }),
  row({
    family: "verify",
    name: "commits",
    summary: "Whether commits exist in the repository.",
    audience: "both",
    positionals: ["hashes"],
    input: () => z.object({ hashes: word() }),
    run: (context, input) =>
      commits(
        context,
        input.hashes.split(/[\s,]+/).filter((hash) => hash !== ""),
      ),
  }),
];

function withFile(context: ProjectContext, path: string, answer: (text: string) => Outcome): Outcome {
  const found = readProjectFile(context.root, path);
  if (found.ok) return answer(found.text);
  const why = found.reason === "absent" ? "File not found" : `File cannot be read (${found.reason})`;
  return degraded(`${why}: ${path}`, { path });
}

function withMustHaves(
  context: ProjectContext,
  path: string,
  answer: (needs: MustHaves, context: ProjectContext) => Outcome,
): Outcome {
  return withFile(context, path, (text) => answer(readMustHaves(readPlan(text).fields), context));
}

function structure(text: string): Outcome {
  const { valid, errors, warnings, tasks, fields } = checkPlanStructure(text);
  return {
    ok: true,
    data: {
      valid,
      errors: [...errors],
      warnings: [...warnings],
      task_count: tasks.length,
      tasks: tasks.map((task) => ({ ...task })),
      frontmatter_fields: [...fields],
    },
    text: [
      valid ? "The plan is well formed." : "The plan is not well formed.",
      ...errors.map((problem) => `error: ${problem}`),
      ...warnings.map((problem) => `warning: ${problem}`),
    ].join("\n"),
  };
}

function artifacts({ artifacts: needed }: MustHaves, { root }: ProjectContext): Outcome {
  if (needed.length === 0) return degraded("The plan names no must_haves.artifacts");
  const checked = needed.map((artifact) => checkArtifact(root, artifact));
  return tally(
    checked,
    "artifacts",
    checked.map(({ path, passed, issues }) => [path, passed ? "ok" : "no", issues.join("; ")]),
  );
}

function keyLinks({ keyLinks: needed }: MustHaves, { root }: ProjectContext): Outcome {
  if (needed.length === 0) return degraded("The plan names no must_haves.key_links");
  const checked = needed.map((link) => checkLink(root, link));
  return tally(
    checked,
    "links",
    checked.map(({ from, to, passed, issues }) => [`${from} → ${to}`, passed ? "ok" : "no", issues.join("; ")]),
  );
}

function tally(checked: readonly { readonly passed: boolean }[], name: string, rows: string[][]): Outcome {
  const passed = checked.filter((item) => item.passed).length;
  const data = { all_passed: passed === checked.length, passed, total: checked.length };
  return {
    ok: true,
    data: { ...data, [name]: checked as unknown as Json },
    text: textTable(["What", "Is", "Why"], rows),
  };
}

function references({ root }: ProjectContext, text: string): Outcome {
  const named = fileReferences(text);
  const missing = named.filter((path) => {
    const found = readProjectFile(root, path);
    return !found.ok && found.reason !== "unreadable";
  });
  return {
    ok: true,
    data: { valid: missing.length === 0, found: named.length - missing.length, missing, total: named.length },
    text: missing.length === 0 ? `All ${named.length} files are there.` : `Missing: ${missing.join(", ")}`,
  };
}

async function commits(context: ProjectContext, hashes: readonly string[]): Promise<Outcome> {
  const known = await knownCommits(hashes, { cwd: context.root, env: context.env });
  const valid = hashes.filter((hash) => known.has(hash));
  const invalid = hashes.filter((hash) => !known.has(hash));
  return {
    ok: true,
    data: { all_valid: hashes.length > 0 && invalid.length === 0, valid, invalid, total: hashes.length },
    text: invalid.length === 0 ? `All ${valid.length} commits exist.` : `Unknown: ${invalid.join(", ")}`,
  };
}
