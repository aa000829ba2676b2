import { lstatSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { EventOf } from "../event.ts";
import { readToolCall } from "../guard/tool-call.ts";
import type { ProjectContext } from "../loop/context.ts";

/** Files that a finished call has written, as absolute paths. */
export function writtenFiles(event: EventOf<"tool.after">, context: ProjectContext): readonly string[] {
  if (event.outcome !== "ok" || !event.args) return [];
  const call = readToolCall(event.tool, event.args);
  if (call.kind !== "paths" || call.of !== "write" || !context.runs.last()) return [];
  return call.uses.filter(({ use }) => use === "write").map(({ path }) => resolve(context.root, path));
}

/** The text of a regular file; null where there is none. */
export function textOf(file: string): string | null {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : null;
}
