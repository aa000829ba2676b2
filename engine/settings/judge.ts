import { isJsonObject, type Json } from "../json.ts";
import { nearest } from "./nearest.ts";
import type { Shape } from "./shape.ts";
import { wordsFor } from "./shape-words.ts";

/** A part of a value that is not taken. */
export interface Misfit {
  /** Below the value, `posture.secret` as `secret`; empty for the value itself. */
  readonly path: string;
  /** Follows the name of the part. */
  readonly message: string;
  readonly near: readonly string[];
}

export interface Judgement {
  /** The parts that fit; undefined where nothing does. */
  readonly taken: Json | undefined;
  readonly misfits: readonly Misfit[];
}

/** Why an entry that has the right shape is not taken all the same, or null. */
export type Objection = (entry: string, value: Json) => string | null;

const NO_OBJECTION: Objection = () => null;

/** What of a value counts. One wrong entry of a list or map does not undo the others. */
export function judge(shape: Shape, value: Json, objection: Objection = NO_OBJECTION): Judgement {
  if (shape.is === "list" && Array.isArray(value)) return judgeList(shape.of, value, objection);
  if (shape.is === "map" && isJsonObject(value)) return judgeMap(shape, value, objection);
  if (fits(shape, value)) return { taken: value, misfits: [] };
  return { taken: undefined, misfits: [misfit("", `takes ${wordsFor(shape)}, not ${shown(value)}`)] };
}

function fits(shape: Shape, value: Json): boolean {
  switch (shape.is) {
    case "anything":
      return true;
    case "switch":
      return typeof value === "boolean";
    case "count":
      return Number.isSafeInteger(value) && (value as number) >= shape.from;
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "text":
      return typeof value === "string" && (shape.mayBeEmpty === true || value !== "");
    case "choice":
      return typeof value === "string" && shape.of.includes(value);
    default:
      return false;
  }
}

function judgeList(of: Shape, items: readonly Json[], objection: Objection): Judgement {
  const judged = items.map((item, index) => {
    const { taken, misfits } = judge(of, item);
    const reason = taken === undefined ? null : objection(String(item), item);
    if (reason !== null) return { taken: undefined, misfits: [misfit(String(item), reason)] };
    return { taken, misfits: misfits.map((one) => ({ ...one, path: joined(`[${index}]`, one.path) })) };
  });
  return {
    taken: judged.flatMap(({ taken }) => (taken === undefined ? [] : [taken])),
    misfits: judged.flatMap(({ misfits }) => misfits),
  };
}

function judgeMap(
  { names, of }: Extract<Shape, { is: "map" }>,
  value: { readonly [key: string]: Json | undefined },
  objection: Objection,
): Judgement {
  const taken: [string, Json][] = [];
  const misfits: Misfit[] = [];
  for (const [name, entry] of Object.entries(value)) {
    if (entry === undefined || entry === null) continue;
    if (names !== undefined && !names.includes(name)) {
      misfits.push({ path: name, message: "is none of its names", near: nearest(name, names) });
      continue;
    }
    const judged = judge(of, entry);
    misfits.push(...judged.misfits.map((one) => ({ ...one, path: joined(name, one.path) })));
    if (judged.taken === undefined) continue;
    const reason = objection(name, judged.taken);
    if (reason === null) taken.push([name, judged.taken]);
    else misfits.push(misfit(name, reason));
  }
  return { taken: Object.fromEntries(taken), misfits };
}

function misfit(path: string, message: string): Misfit {
  return { path, message, near: [] };
}

function joined(path: string, below: string): string {
  return below === "" || below.startsWith("[") ? `${path}${below}` : `${path}.${below}`;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
