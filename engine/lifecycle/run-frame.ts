import { posix } from "node:path";
import type { ProjectContext } from "../loop/context.ts";
import type { RunFrame } from "../run/run-lanes.ts";
import type { RunLog } from "../run/run-log.ts";
import { isSafeId } from "../run/safe-id.ts";

/**
 * Where in a plan a run is: what the environment says, else the folder of the phase whose step is at work, and the wave
 * that was entered last.
 */
export function runFrameOf(run: RunLog, context: ProjectContext): RunFrame {
  const { GUILD_PLAN_SLUG: plan, GUILD_PROGRAM_ID: program, GUILD_WAVE_INDEX: index = "" } = context.env;
  const phase = run.state().step?.phase;
  const slug = isSafeId(plan) ? plan : folderOf(phase, context);
  const wave = /^\d{1,6}$/.test(index) ? Number(index) : waveOf(phase, run);
  return {
    ...(slug !== undefined && { plan_slug: slug }),
    ...(isSafeId(program) && { program_id: program }),
    ...(wave !== undefined && { wave_index: wave }),
  };
}

function folderOf(phase: string | undefined, context: ProjectContext): string | undefined {
  const folder = context.snapshot().phases.find(({ id }) => id === phase)?.directory ?? null;
  return folder === null ? undefined : posix.basename(folder);
}

function waveOf(phase: string | undefined, run: RunLog): number | undefined {
  const places = [...run.state().points.values()].map(({ place }) => place);
  return places.findLast((place) => place.phase === phase && place.wave !== undefined)?.wave;
}
