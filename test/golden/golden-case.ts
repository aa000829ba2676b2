import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Point } from "../../engine/index.ts";

export const GOLDEN = import.meta.dir;

/** What a case has to run. Paths may begin with `@project`, `@home` or `@bundles`. */
export interface GoldenCase {
  readonly name: string;
  readonly about: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly gsdHome?: "project";
  readonly setup?: readonly SetupStep[];
  readonly points?: "all" | readonly Point[];
  readonly hookArgs?: readonly string[];
  readonly pointsAfterCalls?: boolean;
  readonly overlays?: boolean;
  readonly calls?: readonly GoldenCall[];
}

export interface SetupStep {
  readonly tool?: readonly string[];
  readonly exit?: number;
  readonly append?: string;
  readonly write?: string;
  readonly text?: string;
  readonly remove?: string;
  readonly symlink?: string;
  readonly target?: string;
  readonly git?: readonly (readonly string[])[];
}

export interface GoldenCall {
  readonly id: string;
  readonly args: readonly string[];
  readonly pick?: readonly string[];
  readonly stdout?: boolean;
  readonly jsonError?: boolean;
}

export interface Answers {
  readonly points?: Readonly<Record<string, PointAnswer>>;
  readonly overlays?: { readonly exit: number; readonly list: readonly unknown[] };
  readonly calls?: Readonly<Record<string, CallAnswer>>;
}

export interface PointAnswer {
  readonly exit: number;
  readonly hooks?: readonly unknown[];
  readonly warnings?: readonly unknown[];
}

export interface CallAnswer {
  readonly exit: number;
  readonly value?: unknown;
  readonly stdout?: string;
  readonly error?: unknown;
}

export function caseNames(): readonly string[] {
  return readdirSync(join(GOLDEN, "projects")).sort();
}

export function readCase(name: string, form: "ours" | "recorded" = "ours"): GoldenCase {
  const spec = readJson(join("projects", name, "case.json")) as GoldenCase;
  const setup = form === "ours" ? ownOf(name)?.setup : undefined;
  return setup === undefined ? spec : { ...spec, setup };
}

/** What we answer otherwise on purpose, and why. */
interface OwnAnswers extends Answers {
  readonly why: string;
  /** Takes the place of the case's own setup. */
  readonly setup?: readonly SetupStep[];
}

function ownOf(name: string): OwnAnswers | null {
  const file = join("own", `${name}.json`);
  return existsSync(join(GOLDEN, file)) ? (readJson(file) as OwnAnswers) : null;
}

export function recordedOf(name: string): Answers {
  return readJson(join("expected", `${name}.json`)) as Answers;
}

/** Why we answer otherwise than the reference, or null where we do not. */
export function whyOther(name: string): string | null {
  return ownOf(name)?.why ?? null;
}

/** What the reference answered, and where we answer otherwise on purpose, what we answer. */
export function expectedOf(name: string): Answers {
  const recorded = recordedOf(name);
  const own = ownOf(name);
  if (own === null) return recorded;
  return {
    ...recorded,
    ...(recorded.points && { points: { ...recorded.points, ...own.points } }),
    ...(recorded.overlays && { overlays: own.overlays ?? recorded.overlays }),
    ...(recorded.calls && { calls: { ...recorded.calls, ...own.calls } }),
  };
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(GOLDEN, path), "utf8"));
}
