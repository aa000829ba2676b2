import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Note } from "../trace/noting-engine.ts";
import type { Said, Told } from "../trace/told.ts";

/** One thing that an engine was told; without `said` where its process ended before the engine could answer. */
export interface TracedStep {
  readonly at: number;
  readonly told: Told;
  readonly said?: Said;
}

/** What one engine was told, in order. A new process has a new one. */
export type Incarnation = readonly TracedStep[];

type Line =
  | { readonly incarnation: number }
  | { readonly step: number; readonly at: number; readonly told: Told }
  | { readonly step: number; readonly said: Said };

/** Where the trace of a project lies: beside its folder, so that the project stays as it was. */
export function traceFile(project: string): string {
  return join(dirname(project), "trace.jsonl");
}

export interface OpenTrace {
  readonly incarnation: number;
  readonly note: Note;
  /** The noted moment of the step that is being heard, else the present one. */
  readonly now: () => number;
}

/** Begins the trace of a new engine behind those that there are. Lines are there at once: a host may be killed. */
export function openTrace(file: string): OpenTrace {
  const append = (line: Line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  const incarnation = (existsSync(file) ? readTrace(file).length : 0) + 1;
  const moment = new AsyncLocalStorage<number>();
  let steps = 0;
  append({ incarnation });
  return {
    incarnation,
    now: () => moment.getStore() ?? Date.now(),
    async note(told, hear) {
      const step = ++steps;
      const at = Date.now();
      append({ step, at, told });
      const said = await moment.run(at, hear);
      append({ step, said });
      return said;
    },
  };
}

export function readTrace(file: string): readonly Incarnation[] {
  const incarnations: TracedStep[][] = [];
  for (const text of readFileSync(file, "utf8").split("\n").slice(0, -1)) {
    const line: Line = JSON.parse(text);
    const steps = incarnations.at(-1) ?? [];
    if ("incarnation" in line) incarnations.push([]);
    else if ("told" in line) steps.push({ at: line.at, told: line.told });
    else steps[line.step - 1] = { ...(steps[line.step - 1] as TracedStep), said: line.said };
  }
  return incarnations;
}
