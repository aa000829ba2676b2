import type { Json } from "../json.ts";
import { checkFile } from "../settings/check-file.ts";
import { ownKeys } from "../settings/own-keys.ts";
import { combined, keyIn, sayingsOf } from "../settings/sayings.ts";
import type { SettingsFile } from "../settings/settings-files.ts";
import { SETTING_NAMES } from "../settings/table.ts";
import type { GUARD_ROWS } from "./guard-rows.ts";
import { PathSet } from "./path-set.ts";
import type { Posture, RuleId } from "./rule.ts";
import { RULES } from "./rules.ts";
import type { ToolClass } from "./tool-classes.ts";

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

/** What one layer of settings says about the guard, by the rows of its settings. */
export interface GuardSettings {
  readonly secrets?: readonly string[];
  readonly protect?: readonly string[];
  readonly posture?: Readonly<Partial<Record<RuleId, Posture>>>;
  readonly agents?: Readonly<Record<string, readonly ToolClass[]>>;
  readonly allow?: readonly string[];
  readonly writable?: readonly string[];
  readonly off?: readonly RuleId[];
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

/** Composes the policy of what the files say. Never throws; what does not fit is told and does not undo the rest. */
export function composePolicy(files: readonly SettingsFile[]): Policy {
  const project = settingsOf(files.filter(({ layer }) => layer === "project"));
  const person = settingsOf(files.filter(({ layer }) => layer === "person"));
  return {
    rules: composeRules(project, person),
    secrets: new PathSet([...(project.secrets ?? []), ...(person.secrets ?? [])].map(anywhere)),
    protect: new PathSet([...(project.protect ?? []), ...(person.protect ?? [])].map(anywhere)),
    allow: new PathSet((person.allow ?? []).map(anywhere)),
    writable: person.writable ?? [],
    agents: { ...project.agents, ...person.agents },
    problems: files.flatMap(problemsOf),
    layers: { project, person },
  };
}

const PREFIX = "guard.";
const GUARD_NAMES = SETTING_NAMES.filter((name): name is keyof typeof GUARD_ROWS => name.startsWith(PREFIX));

function settingsOf(files: readonly SettingsFile[]): GuardSettings {
  const taken = GUARD_NAMES.flatMap((name): (readonly [string, Json])[] => {
    const value = combined(name, sayingsOf(name, files));
    return value === undefined ? [] : [[name.slice(PREFIX.length), value]];
  });
  return Object.fromEntries(taken) as GuardSettings;
}

function problemsOf({ layer, file, config, broken }: SettingsFile): readonly PolicyProblem[] {
  if (layer === "guild") return [];
  if (broken !== null)
    return layer === "person" ? [{ layer, path: "", message: `${file} cannot be read (${broken})` }] : [];
  const prefix = keyIn(layer, "guard.secrets").slice(0, -"secrets".length);
  return checkFile(config, ownKeys(layer)).flatMap(({ key, message }) =>
    key.startsWith(prefix) ? [{ layer, path: key.slice(prefix.length), message }] : [],
  );
}

function composeRules(project: GuardSettings, person: GuardSettings): ReadonlyMap<RuleId, RuleState> {
  const rules = new Map<RuleId, RuleState>(RULES.map(({ id, posture }) => [id, { posture, by: "built-in" }]));
  for (const [by, settings] of [["project", project] as const, ["person", person] as const]) {
    for (const [id, posture] of Object.entries(settings.posture ?? {})) rules.set(id as RuleId, { posture, by });
    for (const id of settings.off ?? []) rules.set(id, { posture: "off", by });
  }
  return rules;
}

/** A name without a folder means that name anywhere. */
function anywhere(glob: string): string {
  return glob.includes("/") ? glob : `**/${glob}`;
}
