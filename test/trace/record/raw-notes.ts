import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where a recorder at work in a project's folder writes: beside the folder, so that the project stays as it was. */
export function rawFile(project: string): string {
  return join(dirname(project), "raw.jsonl");
}

/** One thing that the host did, or that the binding asked of it, as it is at this moment. */
export type Note = (line: object) => void;

/** Appends each note at once: a host may be gone at any instant. */
export function rawNotes(project: string): Note {
  const file = rawFile(project);
  return (line) => appendFileSync(file, `${JSON.stringify({ time: Date.now(), ...line }, withoutCode())}\n`);
}

/** Leaves out what is no data, and what contains itself. */
function withoutCode(): (this: unknown, key: string, value: unknown) => unknown {
  const above: unknown[] = [];
  return function (_key, value) {
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof AbortSignal || above.includes(value)) return undefined;
    above.push(value);
    return value;
  };
}
