import { isJsonObject, type Json, type JsonObject, POINTS } from "../../engine/index.ts";
import type { CallAnswer, GoldenCall, GoldenCase, PointAnswer } from "./golden-case.ts";
import type { GoldenProject, Ran } from "./golden-project.ts";

/** What the asked tool calls a gate that did not load, read from one of its warnings. */
export type WarningReader = (warning: string) => JsonObject;

export async function answerPoints(
  spec: GoldenCase,
  project: GoldenProject,
  options: {
    readonly shipped: ReadonlySet<string>;
    readonly flags: readonly string[];
    readonly readWarning: WarningReader;
  },
): Promise<Record<string, PointAnswer>> {
  const answers: Record<string, PointAnswer> = {};
  for (const point of spec.points === "all" ? POINTS : (spec.points ?? [])) {
    const ran = await project.run(["loop", "render-hooks", point, "--raw", ...options.flags, ...(spec.hookArgs ?? [])]);
    const data = parsed(ran.stdout);
    const hooks = isJsonObject(data)
      ? listOf(data.activeHooks).map((hook) => outline(hook, options.shipped))
      : undefined;
    const warnings = isJsonObject(data) ? listOf(data.warnings) : [];
    answers[point] = {
      exit: ran.exit,
      ...(hooks && { hooks }),
      ...(warnings.length > 0 && { warnings: warnings.map((text) => options.readWarning(String(text))) }),
    };
  }
  return answers;
}

export async function answerOverlays(project: GoldenProject, flags: readonly string[]) {
  const ran = await project.run(["capability", "list", ...flags]);
  const list = listOf(parsed(ran.stdout)).filter(isJsonObject);
  return {
    exit: ran.exit,
    list: list.filter(({ source }) => source !== "first-party").map(({ id, scope, status }) => ({ id, scope, status })),
  };
}

export async function answerCall(call: GoldenCall, project: GoldenProject): Promise<CallAnswer> {
  const ran = await project.run(call.args);
  const data = parsed(ran.stdout);
  return {
    exit: ran.exit,
    ...(call.pick && data !== undefined && { value: picked(data, call.pick) }),
    ...(call.stdout && { stdout: ran.stdout.trim() }),
    ...(call.jsonError && { error: errorIn(ran) }),
  };
}

function errorIn({ stderr }: Ran) {
  const error = parsed(stderr.trim().split("\n").pop() ?? "");
  return isJsonObject(error) ? { ok: error.ok, reason: error.reason } : null;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Plain text is an answer too; it has no fields.
    return undefined;
  }
}

/** The structure of a hook: everything but the prose of what is shipped. */
function outline(value: Json, shipped: ReadonlySet<string>): JsonObject {
  const hook = isJsonObject(value) ? value : {};
  const id = String(hook.capId);
  const { ref, check, fragment } = hook;
  const kept = ["into", "when", "produces", "consumes", "blocking", "onError", "configValues"];
  return {
    capId: id,
    kind: hook.kind ?? null,
    firstParty: shipped.has(id),
    ...(isJsonObject(ref) && { ref: pairs(ref) }),
    ...(isJsonObject(check) && { check: nameOf(check) }),
    ...Object.fromEntries(kept.filter((name) => isPresent(hook[name])).map((name) => [name, hook[name]])),
    ...(hook.supportsReviewerLanes === true && { supportsReviewerLanes: true }),
    ...(isJsonObject(fragment) && { fragment: Object.keys(fragment).sort().join("+") }),
    ...(isJsonObject(fragment) && !shipped.has(id) && { fragmentText: fragment.inline }),
  };
}

function isPresent(value: Json | undefined): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function pairs(value: JsonObject): string {
  const text = (item: Json | undefined) => (typeof item === "string" ? item : JSON.stringify(item));
  return Object.entries(value)
    .map(([name, item]) => `${name}:${text(item)}`)
    .join("|");
}

function nameOf({ query, predicate }: JsonObject): string {
  if (query !== undefined) return `query:${query}`;
  return predicate === undefined ? "agentVerdict" : `predicate:${isJsonObject(predicate) ? predicate.kind : undefined}`;
}

function picked(data: Json, paths: readonly string[]): JsonObject {
  return Object.fromEntries(paths.map((path) => [path, pickOne(data, path) ?? null]));
}

/** `a.b`, or `list[].a,b`: these fields of every element. */
function pickOne(data: Json, path: string): Json | undefined {
  const list = /^(.*?)\[\]\.(.+)$/.exec(path);
  if (list === null) return at(data, path);
  const [, where = "", fields = ""] = list;
  const found = where === "" ? data : at(data, where);
  if (!Array.isArray(found)) return found;
  return found.map((item: Json) => Object.fromEntries(fields.split(",").map((field) => [field, at(item, field)])));
}

function at(data: Json, path: string): Json | undefined {
  let value: Json | undefined = data;
  for (const segment of path.split(".")) {
    if (Array.isArray(value) && segment === "length") return value.length;
    if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
    value = (value as JsonObject)[segment];
  }
  return value;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
