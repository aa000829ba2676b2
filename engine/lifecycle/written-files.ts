import { lstatSync, readFileSync } from "node:fs";
import type { EventOf } from "../event.ts";
import { writtenPlaces } from "../guard/written-places.ts";
import type { ProjectContext } from "../loop/context.ts";

/** Files that a finished call has written while there was a run, as absolute paths. */
export function writtenFiles(event: EventOf<"tool.after">, context: ProjectContext): readonly string[] {
  return context.runs.last() === null ? [] : writtenPlaces(event, context).map(({ real }) => real);
}

/** The text of a regular file; null where there is none. */
export function textOf(file: string): string | null {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
}
