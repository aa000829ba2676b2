import { lstatSync } from "node:fs";
import type { When } from "../capability/manifest.ts";
import { confine } from "../file/confine.ts";
import type { Json } from "../json.ts";
import { comparePhaseIds } from "../planning/phase-id.ts";

export interface WhenFacts {
  get(key: string): Json | undefined;
  /** Null when the files are not to be asked. */
  readonly root: string | null;
  /** Number of the phase that is worked at, or null when it is not known. */
  readonly phase: string | null;
}

/** Null: it cannot be told, because the phase is not known or the files are not asked. */
export function holds(when: When, facts: WhenFacts): boolean | null {
  if (typeof when === "string") return when !== "" && Boolean(facts.get(when));
  if ("key" in when) {
    const value = facts.get(when.key);
    return when.equals === undefined ? Boolean(value) : value === when.equals;
  }
  if ("not" in when) {
    const inner = holds(when.not, facts);
    return inner === null ? null : !inner;
  }
  if ("all" in when)
    return combine(
      when.all.map((part) => holds(part, facts)),
      false,
    );
  if ("any" in when)
    return combine(
      when.any.map((part) => holds(part, facts)),
      true,
    );
  if ("phase" in when) return facts.phase === null ? null : isPhase(when.phase, facts.phase);
  return facts.root === null ? null : isFile(facts.root, when.file);
}

/** Whether the answer depends on the phase that is worked at. */
export function asksForPhase(when: When): boolean {
  if (typeof when === "string" || "key" in when || "file" in when) return false;
  if ("phase" in when) return true;
  return "not" in when ? asksForPhase(when.not) : ("all" in when ? when.all : when.any).some(asksForPhase);
}

/** One `decisive` answer decides; else one unknown leaves it open. */
function combine(answers: readonly (boolean | null)[], decisive: boolean): boolean | null {
  if (answers.includes(decisive)) return decisive;
  return answers.includes(null) ? null : !decisive;
}

function isPhase(
  { is, from, to }: { readonly is?: readonly string[]; readonly from?: string; readonly to?: string },
  phase: string,
): boolean {
  if (is !== undefined && !is.some((id) => comparePhaseIds(id, phase) === 0)) return false;
  if (from !== undefined && comparePhaseIds(phase, from) < 0) return false;
  return to === undefined || comparePhaseIds(phase, to) <= 0;
}

function isFile(root: string, path: string): boolean {
  const place = confine(root, path, "state");
  return place.ok && lstatSync(place.abs, { throwIfNoEntry: false }) !== undefined;
}
