import { isDeepStrictEqual } from "node:util";
import type { EnginePort } from "../../engine/index.ts";
import { tell } from "../trace/tell.ts";
import type { Said, Told } from "../trace/told.ts";
import type { Incarnation } from "./trace-file.ts";

/** Makes the engine of an incarnation, counted from 1, on a clock of milliseconds since the epoch. */
export type EngineFor = (incarnation: number, now: () => number) => EnginePort;

/** Tells fresh engines what was noted, at the noted moments. Answers with every place where they say another thing. */
export async function replay(trace: readonly Incarnation[], engineFor: EngineFor): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const [index, steps] of trace.entries()) {
    let now = 0;
    const engine = engineFor(index + 1, () => now);
    for (const [number, { at, told, said }] of steps.entries()) {
      now = at;
      const again = asNoted(await tell(engine, told));
      if (said === undefined || isDeepStrictEqual(again, said)) continue;
      differences.push(`step ${index + 1}.${number + 1}, ${nameOf(told)}: ${brief(said)}; replayed: ${brief(again)}`);
    }
    await engine.close();
  }
  return differences;
}

function asNoted(said: Said): unknown {
  return JSON.parse(JSON.stringify(said));
}

function nameOf(told: Told): string {
  return "event" in told ? told.event.type : `${told.command.family} ${told.command.subcommand}`;
}

function brief(said: unknown): string {
  return JSON.stringify(said).slice(0, 400);
}
