import type { ZodMiniType } from "zod/mini";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type Point, STEP_CONTRACTS, stepOf } from "../loop/points.ts";
import { readOnce } from "../schema-language.ts";
import { crossFieldIssues } from "./cross-fields.ts";
import { isUsualFeature } from "./is-usual-feature.ts";
import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";
import { envelopeSchema, featureSchema, hostBodySchema } from "./manifest-schema.ts";
import { projectManifest } from "./project-manifest.ts";
import { unknownFields } from "./unknown-fields.ts";

export type ParsedManifest =
  | { readonly ok: true; readonly manifest: CapabilityManifest; readonly warnings: readonly ManifestIssue[] }
  | { readonly ok: false; readonly issues: readonly ManifestIssue[] };

/** Reads one manifest. Every problem is reported at once, each with its code and the path of its field. */
export function parseManifest(value: unknown): ParsedManifest {
  if (!isJsonObject(value)) return { ok: false, issues: [{ code: "E_MANIFEST", path: "", message: "is no object" }] };
  const isFeature = value.role === "feature";
  const issues = [
    ...(isUsualFeature(value) ? [] : shapeIssues(value)),
    ...(isFeature ? [...crossFieldIssues(value), ...roleIssues(value)] : reviewerIssues(value)),
  ];
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, manifest: projectManifest(value), warnings: unknownFields(value) };
}

function shapeIssues(value: JsonObject): ManifestIssue[] {
  const body = value.role === "feature" ? featureSchema() : hostBodySchema();
  return [...problemsOf(envelopeSchema(), value), ...problemsOf(body, value)];
}

function problemsOf(schema: ZodMiniType, value: unknown): ManifestIssue[] {
  const result = readOnce(schema, value);
  if (result.success) return [];
  return result.error.issues.map((issue) => {
    const path = issue.path.map(String);
    return { code: codeOf(path), path: path.join("."), message: issue.message };
  });
}

const CODES: Readonly<Record<string, string>> = {
  runtimeCompat: "E_RUNTIME_COMPAT",
  activationKey: "E_ACTIVATION_KEY",
  taskContentResolver: "E_TCR",
  compatVersions: "E_COMPAT",
  hooks: "E_HOOK",
  commands: "E_COMMAND",
  steps: "E_STEP",
  contributions: "E_CONTRIBUTION",
  gates: "E_GATE",
};

const FIELD_CODES: Readonly<Record<string, string>> = {
  point: "E_POINT",
  when: "E_WHEN_TYPE",
  pointFrom: "E_POINT_FROM",
  check: "E_CHECK",
  fragment: "E_FRAGMENT",
};

function codeOf(path: readonly string[]): string {
  const [section = "", , field = ""] = path;
  const isHook = section === "steps" || section === "contributions" || section === "gates";
  if (isHook && Object.hasOwn(FIELD_CODES, field)) return FIELD_CODES[field] ?? "E_MANIFEST";
  if (section === "reviewer" && path.length === 1) return "E_REVIEWER_ON_FEATURE";
  return CODES[section] ?? `E_${section.toUpperCase()}`;
}

function roleIssues(value: JsonObject): ManifestIssue[] {
  const list = Array.isArray(value.contributions) ? value.contributions : [];
  return list.flatMap((hook, index) => {
    if (!isJsonObject(hook) || typeof hook.point !== "string" || typeof hook.into !== "string") return [];
    const contract = STEP_CONTRACTS[stepOf(hook.point as Point)];
    if (contract === undefined || (contract.roles as readonly string[]).includes(hook.into)) return [];
    return [
      {
        code: "E_INTO_ROLE",
        path: `contributions.${index}.into`,
        message: `${hook.into} has no part in ${hook.point}; it can be ${contract.roles.join(", ")}`,
      },
    ];
  });
}

function reviewerIssues(value: JsonObject): ManifestIssue[] {
  if (value.role !== "reviewer" || value.reviewer !== undefined) return [];
  return [{ code: "E_REVIEWER", path: "reviewer", message: "is required of a reviewer" }];
}
