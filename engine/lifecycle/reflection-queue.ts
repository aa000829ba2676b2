import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../file/atomic-write.ts";
import type { ProjectContext } from "../loop/context.ts";
import { learningCheckpoints } from "../run/learning-checkpoints.ts";
import type { RunLog } from "../run/run-log.ts";
import { scrub, scrubPolicyOf } from "../run/scrub.ts";
import { learningDecisions } from "./learning-decisions.ts";

export interface QueuedReflection {
  /** The checkpoint that it comes from. */
  readonly checkpoint: string;
  readonly target: string;
  readonly text: string;
}

/** What the checkpoints of a run want to have learnt, in the order of their names. */
export function wantedReflections(run: RunLog): readonly QueuedReflection[] {
  return learningCheckpoints(run.folder, run.id).flatMap(({ phase, path }) =>
    learningDecisions(readFileSync(join(run.folder, path), "utf8")).map((decision) => ({
      checkpoint: phase,
      ...decision,
    })),
  );
}

function queueFolder(context: ProjectContext): string {
  return `${context.runs.isGuildProject ? ".guild" : ".planning"}/reflections`;
}

/** Where a run's reflections wait for a person, relative to the project. */
export function reflectionFile(run: RunLog, context: ProjectContext): string {
  return `${queueFolder(context)}/${run.id}.md`;
}

/** The line by which one stands in the queue. */
export function reflectionLine({ checkpoint, target, text }: QueuedReflection): string {
  return `- ${checkpoint}, ${target}: ${text}`;
}

const LINE = /^- ([A-Za-z0-9._-]+), ([a-z][a-z0-9_]*): (.*)$/gm;

/** What waits in the queues of all runs, by file; without what a person took out. */
export function queuedReflections(context: ProjectContext): readonly (QueuedReflection & { readonly file: string })[] {
  const folder = queueFolder(context);
  if (!existsSync(join(context.root, folder))) return [];
  const names = readdirSync(join(context.root, folder)).filter((name) => name.endsWith(".md"));
  return names.sort().flatMap((name) => {
    const lines = (textOf(join(context.root, folder, name)) ?? "").matchAll(LINE);
    return [...lines].map(([, checkpoint = "", target = "", text = ""]) => {
      return { file: `${folder}/${name}`, checkpoint, target, text };
    });
  });
}

/**
 * Adds what is not there yet to a run's queue, cleaned of credentials. What stands there stays as it is, whatever a
 * person made of it. False when it could not be cleaned; then nothing is written.
 */
export function appendReflections(run: RunLog, added: readonly QueuedReflection[], context: ProjectContext): boolean {
  const file = reflectionFile(run, context);
  const before = textOf(join(context.root, file)) ?? `# Reflections of ${run.id}\n\n`;
  const scrubbed = scrub(added.map(reflectionLine).join("\n"), scrubPolicyOf(context.setting));
  if (!scrubbed.ok) return false;
  const there = new Set(before.split(/\r?\n/));
  const lines = scrubbed.clean.split("\n").filter((line) => !there.has(line));
  if (lines.length === 0) return true;
  const start = before === "" || before.endsWith("\n") ? before : `${before}\n`;
  replaceFile(context.root, file, `${start}${lines.join("\n")}\n`);
  return true;
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
