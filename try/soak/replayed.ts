import { isDeepStrictEqual } from "node:util";
import type { Sandbox } from "../../bindings/live/sandbox.ts";
import type { Line } from "../run-record.ts";
import { type Evidence, type Remains, readRecord, runFolder } from "./evidence.ts";
import { replay } from "./replay.ts";
import { soakEngine } from "./soak-engine.ts";

/**
 * Plays a soak's trace into bare engines, over the project as it was at the start. What the host's own tools wrote is
 * not there this time: no reaction may need it.
 */
export async function replayed(
  { trace, lines }: Remains,
  { directory: root, home, env }: Sandbox,
): Promise<Evidence["differences"]> {
  const differences = await replay(trace, (incarnation, now) => soakEngine({ root, home, env, incarnation, now }));
  const again = readRecord(runFolder(root));
  const places = Array.from({ length: Math.max(lines.length, again.length) }, (_, index) => index);
  const unlike = places.filter((index) => !isDeepStrictEqual(timeless(lines[index]), timeless(again[index])));
  return [...differences, ...unlike.map((index) => `line ${index + 1} of the record is another when replayed`)];
}

/** How long a verdict took is the one thing in the record that is measured. */
function timeless(line: Line | null | undefined): object {
  const { latency_us: _, ...rest }: Partial<Line> = line ?? {};
  return rest;
}
