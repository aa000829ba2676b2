import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Fields = Readonly<Record<string, unknown>>;

/** Where the work stands, in the cases' neutral words. */
export interface Loop {
  readonly phase: string;
  readonly phase_name: string;
  readonly step: string;
  /** The next action, for example `run plan 02-02`; null where only a person can go on. */
  readonly next: string | null;
  readonly waiting_for: string | null;
}

export interface Given {
  readonly project?: Readonly<Record<string, string>>;
  readonly projects?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly loop?: Loop;
  readonly loop_per_project?: Readonly<Record<string, Loop>>;
  readonly client?: Fields;
  readonly config?: Fields;
  readonly copies?: readonly { readonly name: string; readonly version: string }[];
  readonly policy?: Fields;
}

interface HookCall {
  readonly name: string;
  readonly input: Fields;
  readonly output?: Fields;
  readonly label?: string;
}

export type Step =
  | { readonly do: "event" | "event-all"; readonly event: { readonly type: string; readonly properties: Fields } }
  | ({ readonly do: "hook" | "hook-all" } & HookCall)
  | { readonly do: "clock"; readonly ms: number }
  | { readonly do: "loop"; readonly set: Partial<Loop> }
  | { readonly do: "edit"; readonly path: string; readonly replace: Readonly<Record<string, string>> }
  | { readonly do: "restart" }
  | ({ readonly do: "check"; readonly label: string } & Fields)
  | { readonly do: "init"; readonly copy?: string; readonly directory?: string; readonly label?: string }
  | { readonly do: "dispose"; readonly copy?: string }
  | { readonly do: "tools"; readonly label: string };

export interface FieldCase {
  readonly id: string;
  readonly title: string;
  readonly runner: string;
  readonly given: Given;
  readonly steps: readonly Step[];
  readonly expect: Fields;
}

const FOLDER = new URL("../cases/", import.meta.url).pathname;

/** Every case in `test/field/cases` that one of these runners reads. */
export function fieldCases(...runners: readonly string[]): readonly FieldCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name): FieldCase => JSON.parse(readFileSync(join(FOLDER, name), "utf8")))
    .filter(({ runner }) => runners.includes(runner));
}

/** The same value with every named folder (`$PROJECT`) replaced by its path. Longer names go first. */
export function withFolders<T>(value: T, folders: ReadonlyMap<string, string>): T {
  const names = [...folders.keys()].sort((a, b) => b.length - a.length);
  const fill = (item: unknown): unknown => {
    if (typeof item === "string")
      return names.reduce((text, name) => text.replaceAll(name, folders.get(name) ?? ""), item);
    if (Array.isArray(item)) return item.map(fill);
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [String(fill(key)), fill(inner)]));
  };
  return fill(value) as T;
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
