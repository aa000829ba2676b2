import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface LearningCheckpoint {
  /** What the checkpoint is of: `development`, `reflection`, … */
  readonly phase: string;
  /** Relative to the run's folder. */
  readonly path: string;
  /** When it was last changed. Milliseconds since the epoch. */
  readonly at: number;
}

/** The learning checkpoints in the folder of a run, by name. */
export function learningCheckpoints(folder: string, run: string): readonly LearningCheckpoint[] {
  const end = `-${run}.yaml`;
  return filesIn(join(folder, "learning"))
    .filter((name) => name.endsWith(end) && name.length > end.length)
    .sort()
    .flatMap((name) => {
      const stat = statSync(join(folder, "learning", name), { throwIfNoEntry: false });
      return stat?.isFile() ? [{ phase: name.slice(0, -end.length), path: `learning/${name}`, at: stat.mtimeMs }] : [];
    });
}

/** The checkpoint that a close ends with: the one of the reflection, else the newest; null without any. */
export function terminalCheckpoint(folder: string, run: string): string | null {
  const all = learningCheckpoints(folder, run);
  const last = all.find(({ phase }) => phase === "reflection") ?? [...all].sort((a, b) => b.at - a.at)[0];
  return last?.path ?? null;
}

function filesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}
