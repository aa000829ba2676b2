import { rmSync } from "node:fs";
import type { FieldCase } from "./case.ts";
import { childProcessMark } from "./child-processes.ts";
import { FileReads } from "./file-reads.ts";
import { writeLoops } from "./loops.ts";
import { Stage } from "./stage.ts";
import { StepPlayer } from "./step-player.ts";
import { Trace } from "./trace.ts";

/**
 * Plays one case through the hooks that the plugin gives the host. What is `given` is made in a process of the host
 * before the one that the case speaks of, so that the case meets it as it lies on disk. All sessions of the case are
 * at work at its loop but the `bystanders`.
 */
export async function playCase(written: FieldCase, bystanders: readonly string[] = []): Promise<Trace> {
  const stage = await Stage.build(written);
  try {
    return await playOn(stage, bystanders);
  } finally {
    rmSync(stage.folders.base, { recursive: true });
  }
}

async function playOn(stage: Stage, bystanders: readonly string[]): Promise<Trace> {
  const loops = await writeLoops(stage, bystanders);
  const trace = new Trace(stage.copies);
  const before = childProcessMark();
  await new StepPlayer({ stage, loops, trace, reads: readsOf(stage) }).play(stage.field.steps);
  trace.startedChild = before === null ? null : before !== childProcessMark();
  return trace;
}

function readsOf({ field, projects }: Stage): FileReads | null {
  const isAsked = Object.keys(field.expect).some((key) => key.startsWith("disk_reads_"));
  return isAsked && projects[0] !== undefined ? new FileReads(projects[0]) : null;
}
