import type { JsonObject } from "../json.ts";
import type { CapabilityManifest } from "./manifest.ts";

const ENVELOPE = ["id", "role", "version", "title", "description", "tier", "requires", "engines", "integrity"] as const;
const OPTIONAL = ["provenance", "activationKey", "taskContentResolver", "reviewer", "runtime", "mcpServers"] as const;
const LISTS = ["skills", "agents", "hooks", "commands", "steps", "contributions", "gates"] as const;

/** A validated manifest with its known fields only, and lists where a role leaves them out. */
export function projectManifest(value: JsonObject): CapabilityManifest {
  const manifest: Record<string, unknown> = {};
  for (const name of [...ENVELOPE, ...OPTIONAL]) if (value[name] !== undefined) manifest[name] = value[name];
  for (const name of LISTS) manifest[name] = value[name] ?? [];
  manifest.config = value.config ?? {};
  manifest.runtimeCompat = value.runtimeCompat ?? { supported: ["*"], unsupported: [] };
  for (const kind of ["steps", "contributions", "gates"] as const) {
    manifest[kind] = (manifest[kind] as JsonObject[]).map((hook) => projectHook(hook, HOOK_FIELDS[kind]));
  }
  return manifest as unknown as CapabilityManifest;
}

const COMMON = ["point", "when", "onError", "pointFrom"];
const HOOK_FIELDS = {
  steps: [...COMMON, "ref", "produces", "consumes", "fragment", "supportsReviewerLanes"],
  contributions: [...COMMON, "into", "produces", "consumes", "fragment", "configValues", "priority"],
  gates: [...COMMON, "check", "blocking"],
} as const;

/** An explicit null stands for a field that was left out. */
function projectHook(hook: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.filter((name) => hook[name] !== undefined && hook[name] !== null).map((name) => [name, hook[name]]),
  );
}

const UNREAD = ["compatVersions", "author", "homepage", "repository", "license", "keywords"] as const;
const KNOWN: readonly string[] = [...ENVELOPE, ...OPTIONAL, ...LISTS, ...UNREAD, "config", "runtimeCompat"];

export function knownFields(): readonly string[] {
  return KNOWN;
}

export function knownHookFields(kind: "steps" | "contributions" | "gates"): readonly string[] {
  return HOOK_FIELDS[kind];
}
