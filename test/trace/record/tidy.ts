import { dirname } from "node:path";
import { isNoise, shortened } from "./noise.ts";
import { Placeholders } from "./placeholders.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Between two lines of one moment. */
const STEP_MS = 1;

/** Makes a recording out of the raw notes of a host that worked in `project` with the file `recorder`. */
export function tidy(raw: string, project: string, recorder: string): readonly object[] {
  const notes: readonly Fields[] = raw
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const placeholders = new Placeholders([
    [project, "$PROJECT"],
    [dirname(project), "$SANDBOX"],
    [dirname(recorder), "$RECORDER"],
  ]);
  const lines: object[] = [];
  let at = 0;
  for (const { time: _, ...note } of notes) {
    if (typeof note.sent === "string") placeholders.sent(note.sent);
    else if (!isNoise(note)) {
      at += typeof note.clock === "number" ? note.clock : STEP_MS;
      lines.push({ at, ...(placeholders.fill(shortened(withoutEnvelope(note)), at) as object) });
    }
  }
  return lines;
}

/** A bus event's own id and time say nothing about what happened. */
function withoutEnvelope({ event, ...note }: Fields): Fields {
  if (typeof event !== "object" || event === null) return note;
  const { type, properties } = event as Fields;
  return { event: properties === undefined ? event : { type, properties }, ...note };
}
