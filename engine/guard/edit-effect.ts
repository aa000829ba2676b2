import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { namedTexts, plainName } from "./call-arguments.ts";
import type { Edit, Effect } from "./path-use.ts";

const CONTENT = /^(?:content|contents|text|filetext|newsource)$/;
const BEFORE = /^old(?:string|text|str)$/;
const AFTER = /^new(?:string|text|str)$/;
const EVERYWHERE = /^replaceall$/;

/** Arguments of a writing tool that hold text for the file, or about the call, rather than a place. */
export function isWrittenText(name: string): boolean {
  return (
    CONTENT.test(name) ||
    BEFORE.test(name) ||
    AFTER.test(name) ||
    /^(?:description|explanation|reason|title)$/.test(name)
  );
}

/** How a call of a writing tool changes its file; one that does not tell may leave anything. */
export function effectOf(args: JsonObject): Effect {
  const content = namedTexts(args).find(({ name }) => CONTENT.test(name));
  if (content !== undefined) return { kind: "replace", text: content.text };
  const edits = editsIn(args);
  return edits.length === 0 ? { kind: "overwrite", size: null } : { kind: "edits", edits };
}

/** Edits as a list, as one, as the JSON of either, or beside the path; hosts take all of them. */
function editsIn(value: Json | undefined): readonly Edit[] {
  if (typeof value === "string") return editsIn(parsed(value));
  if (Array.isArray(value)) return value.flatMap(editsIn);
  if (!isJsonObject(value)) return [];
  const field = (pattern: RegExp) => Object.entries(value).find(([key]) => pattern.test(plainName(key)))?.[1];
  const [before, after, everywhere] = [field(BEFORE), field(AFTER), field(EVERYWHERE)];
  const own: readonly Edit[] =
    typeof before === "string"
      ? [{ before, after: typeof after === "string" ? after : "", everywhere: String(everywhere) === "true" }]
      : [];
  return [...editsIn(value.edits), ...own];
}

function parsed(text: string): Json | undefined {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    // No list of edits; the host cannot read it either.
    return undefined;
  }
}
