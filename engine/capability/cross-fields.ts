import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { ManifestIssue } from "./manifest.ts";
import { UNSAFE_NAMES } from "./manifest-patterns.ts";

/** Rules between fields of one feature. They read the raw manifest, so they speak up beside problems of shape. */
export function crossFieldIssues(value: JsonObject): ManifestIssue[] {
  const config = isJsonObject(value.config) ? value.config : {};
  return [...keyIssues(config), ...activationIssues(value, config), ...hookIssues(value, config)];
}

function keyIssues(config: JsonObject): ManifestIssue[] {
  return Object.keys(config)
    .filter((key) => key.split(".").some((segment) => segment === "" || UNSAFE_NAMES.has(segment)))
    .map((key) => ({ code: "E_CONFIG", path: `config.${key}`, message: "has an empty or reserved segment" }));
}

function activationIssues({ activationKey }: JsonObject, config: JsonObject): ManifestIssue[] {
  if (typeof activationKey !== "string" || Object.hasOwn(config, activationKey)) return [];
  return [{ code: "E_ACTIVATION_KEY", path: "activationKey", message: "is no key of this capability's own config" }];
}

function hookIssues(value: JsonObject, config: JsonObject): ManifestIssue[] {
  const issues: ManifestIssue[] = [];
  for (const kind of ["steps", "contributions", "gates"] as const) {
    listOf(value[kind]).forEach((hook, index) => {
      if (!isJsonObject(hook)) return;
      const path = `${kind}.${index}`;
      for (const key of keysOf(hook.when)) {
        if (Object.hasOwn(config, key)) continue;
        const message = `${key} is no key of this capability's own config`;
        issues.push({ code: "E_WHEN_UNDECLARED", path: `${path}.when`, message });
      }
      if (kind === "steps") issues.push(...stepIssues(hook, path, value, config));
      if (kind === "gates") issues.push(...gateIssues(hook, path));
    });
  }
  return issues;
}

function stepIssues(step: JsonObject, path: string, value: JsonObject, config: JsonObject): ManifestIssue[] {
  const issues: ManifestIssue[] = [];
  const ref = isJsonObject(step.ref) ? step.ref : {};
  const { skill, agent } = ref;
  const own = (list: Json | undefined, name: Json) => listOf(list).includes(name);
  if (typeof skill === "string" && (skill.startsWith("gsd-") || !own(value.skills, skill))) {
    issues.push({ code: "E_STEP", path: `${path}.ref.skill`, message: `${skill} is no skill of this capability` });
  }
  if (typeof agent === "string" && !own(value.agents, agent)) {
    issues.push({ code: "E_STEP", path: `${path}.ref.agent`, message: `${agent} is no agent of this capability` });
  }
  const { pointFrom, point } = step;
  if (typeof pointFrom === "string") {
    const slice = config[pointFrom];
    const values = isJsonObject(slice) && slice.type === "enum" ? listOf(slice.values) : [];
    if (typeof point === "string" && !values.includes(point)) {
      const message = "is no own enum key that lists the step's point";
      issues.push({ code: "E_POINT_FROM", path: `${path}.pointFrom`, message });
    }
  }
  return issues;
}

function gateIssues(gate: JsonObject, path: string): ManifestIssue[] {
  const verdict = isJsonObject(gate.check) ? gate.check.agentVerdict : undefined;
  if (verdict === undefined || gate.blocking !== true) return [];
  return [{ code: "E_VERDICT_BLOCKING", path: `${path}.blocking`, message: "an agent's verdict may not block" }];
}

/** The configuration keys that a condition reads. */
export function keysOf(when: unknown): readonly string[] {
  if (typeof when === "string") return [when];
  if (!isJsonObject(when)) return [];
  if (typeof when.key === "string") return [when.key];
  return [...listOf(when.all), ...listOf(when.any), ...(when.not === undefined ? [] : [when.not])].flatMap(keysOf);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
