import type { EventOf } from "../event.ts";
import type { JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { folderOf } from "./folders.ts";
import { guardOf } from "./guard-of.ts";
import { classOf, readToolCall } from "./tool-call.ts";
import type { Where } from "./where.ts";

type Ended = EventOf<"tool.after">;

/** Several concerns ask about the same event. */
const known = new WeakMap<Ended, readonly Where[]>();

/**
 * Where a finished call has written, with what it took away. Of a shell that is told which speaks of kept files, that
 * is of Markdown, JSON or YAML.
 */
export function writtenPlaces(event: Ended, context: ProjectContext): readonly Where[] {
  const places = known.get(event) ?? placesOf(event, context);
  known.set(event, places);
  return places;
}

function placesOf({ tool, args, outcome, session }: Ended, context: ProjectContext): readonly Where[] {
  if (outcome !== "ok" || !args || !mayWrite(tool, args)) return [];
  return guardOf(context).written(tool, args, folderOf(context, session.id));
}

const KEPT = /\.(?:md|json|ya?ml)\b/i;

function mayWrite(tool: string, args: JsonObject): boolean {
  const of = classOf(readToolCall(tool, {}));
  return of === "write" || (of === "shell" && KEPT.test(JSON.stringify(args)));
}
