import type { Waiver } from "../capability/waivers.ts";
import type { ProjectContext } from "./context.ts";
import { gateDigest } from "./gate.ts";
import type { Point } from "./points.ts";
import type { ActiveGate } from "./resolve.ts";

/** How a waiver names a gate. */
export function gateSubject(point: Point, ticket: string): string {
  return `${point} ${ticket}`;
}

/** The waiver that lets this gate stand open, or null. One that was given for another check does not count. */
export function waiverOf(context: ProjectContext, point: Point, ticket: string, gate: ActiveGate): Waiver | null {
  const subject = gateSubject(point, ticket);
  const found = context
    .waivers()
    .find((waiver) => waiver.kind === "gate" && waiver.project === context.root && waiver.subject === subject);
  return found !== undefined && found.bound === gateDigest(gate) ? found : null;
}
