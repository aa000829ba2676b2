import { isJsonObject, type Json } from "../json.ts";
import { PathSet } from "./path-set.ts";
import { type GuardSettings, guardSettingsSchema, type ToolClass } from "./policy-schema.ts";
import type { Posture, RuleId } from "./rule.ts";
import { RULES, ruleOf } from "./rules.ts";

export type LayerName = "project" | "person";

/** A setting that is not taken, and why. */
export interface PolicyProblem {
  readonly layer: LayerName;
  readonly path: string;
  readonly message: string;
}

export interface RuleState {
  readonly posture: Posture | "off";
  readonly by: "built-in" | LayerName;
}

/** The rules as they hold here: the table, made stricter by the project, made as the person likes by the person. */
export interface Policy {
  readonly rules: ReadonlyMap<RuleId, RuleState>;
  readonly secrets: PathSet;
  readonly protect: PathSet;
  readonly allow: PathSet;
  readonly writable: readonly string[];
  readonly agents: Readonly<Record<string, readonly ToolClass[]>>;
  readonly problems: readonly PolicyProblem[];
  readonly layers: Readonly<Record<LayerName, GuardSettings>>;
}

const STRICTNESS: Readonly<Record<Posture, number>> = { advise: 0, ask: 1, deny: 2 };

/** Composes the policy of two layers, each as it was written, or undefined where nothing is. Never throws. */
export function composePolicy(written: Readonly<Record<LayerName, Json | undefined>>): Policy {
  const problems: PolicyProblem[] = [];
  const project = readLayer("project", written.project, problems);
  const person = readLayer("person", written.person, problems);
  return {
    rules: composeRules(project, person, problems),
    secrets: new PathSet([...(project.secrets ?? []), ...(person.secrets ?? [])].map(anywhere)),
    protect: new PathSet([...(project.protect ?? []), ...(person.protect ?? [])].map(anywhere)),
    allow: new PathSet((person.allow ?? []).map(anywhere)),
    writable: person.writable ?? [],
    agents: { ...project.agents, ...person.agents },
    problems,
    layers: { project, person },
  };
}

const LOOSER = ["allow", "writable", "off"] as const;

function readLayer(layer: LayerName, value: Json | undefined, problems: PolicyProblem[]): GuardSettings {
  if (value === undefined) return {};
  const own = layer === "project" && isJsonObject(value) ? { ...value } : value;
  if (layer === "project" && isJsonObject(own)) {
    for (const key of LOOSER) {
      if (own[key] === undefined) continue;
      problems.push({ layer, path: key, message: "makes the guard looser, which only the person's own file may do" });
      delete (own as Record<string, Json | undefined>)[key];
    }
  }
  const read = guardSettingsSchema().safeParse(own);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) problems.push({ layer, path: path.join("."), message });
  return isJsonObject(own) ? soundParts(own) : {};
}

/** One wrong key does not undo the others. */
function soundParts(value: { readonly [key: string]: Json | undefined }): GuardSettings {
  const sound: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    const read = guardSettingsSchema().safeParse({ [key]: part });
    if (read.success) Object.assign(sound, read.data);
  }
  return sound;
}

function composeRules(
  project: GuardSettings,
  person: GuardSettings,
  problems: PolicyProblem[],
): ReadonlyMap<RuleId, RuleState> {
  const rules = new Map<RuleId, RuleState>(RULES.map(({ id, posture }) => [id, { posture, by: "built-in" }]));
  const change = (layer: LayerName, id: RuleId, posture: RuleState["posture"]) => {
    const rule = ruleOf(id);
    const isLooser = posture === "off" || STRICTNESS[posture] < STRICTNESS[rule.posture];
    if (isLooser && (layer === "project" || rule.fixed)) {
      const message = rule.fixed ? "cannot be made looser" : "can only be made stricter by a project";
      problems.push({ layer, path: posture === "off" ? `off.${id}` : `posture.${id}`, message });
    } else if (rule.posture === "advise" && posture !== "off" && posture !== "advise") {
      problems.push({ layer, path: `posture.${id}`, message: "speaks after the call; it can only advise" });
    } else {
      rules.set(id, { posture, by: layer });
    }
  };
  for (const [layer, settings] of [["project", project] as const, ["person", person] as const]) {
    for (const [id, posture] of Object.entries(settings.posture ?? {})) change(layer, id as RuleId, posture);
    for (const id of settings.off ?? []) change(layer, id, "off");
  }
  return rules;
}

/** A name without a folder means that name anywhere. */
function anywhere(glob: string): string {
  return glob.includes("/") ? glob : `**/${glob}`;
}
