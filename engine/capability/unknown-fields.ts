import { isJsonObject, type JsonObject } from "../json.ts";
import type { ManifestIssue } from "./manifest.ts";
import { knownFields, knownHookFields } from "./project-manifest.ts";

/** Fields that nothing reads. They are ignored, and said so. */
export function unknownFields(value: JsonObject): ManifestIssue[] {
  const issues = strangers(value, knownFields(), "");
  for (const kind of ["steps", "contributions", "gates"] as const) {
    const list = value[kind];
    if (!Array.isArray(list)) continue;
    list.forEach((hook, index) => {
      if (isJsonObject(hook)) issues.push(...strangers(hook, knownHookFields(kind), `${kind}.${index}.`));
    });
  }
  return issues;
}

function strangers(value: JsonObject, known: readonly string[], at: string): ManifestIssue[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({ code: "W_UNKNOWN_FIELD", path: `${at}${name}`, message: "is not read" }));
}
