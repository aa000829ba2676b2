import { isJsonObject } from "../json.ts";
import { isPoint, type Point } from "../loop/points.ts";
import { satisfies } from "../satisfies.ts";
import { isCentralKey } from "./central-names.ts";
import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";
import { parseManifest } from "./parse-manifest.ts";
import { readFragments } from "./read-fragments.ts";
import type { Scope } from "./registry.ts";
import { COMPATIBLE_VERSION, isReservedId } from "./reserved.ts";
import { runtimeEscapes } from "./runtime-confinement.ts";
import type { WatchedPaths } from "./watched-paths.ts";

/** One folder of an overlay root whose manifest could be read as JSON. */
export interface Candidate {
  /** The folder's name. */
  readonly id: string;
  readonly scope: Scope;
  readonly folder: string;
  readonly raw: unknown;
}

export interface Judgement {
  /** Command families of the hub; nobody else may have them. */
  readonly builtInFamilies?: ReadonlySet<string>;
  /** When given, a runtime's files must lie below it. */
  readonly configHome?: string;
}

export type Judged =
  | { readonly ok: true; readonly manifest: CapabilityManifest; readonly warnings: readonly ManifestIssue[] }
  | { readonly ok: false; readonly issues: readonly ManifestIssue[] };

/** Judges a candidate by itself, without looking at any other capability. Never throws. */
export function judgeCandidate(candidate: Candidate, judgement: Judgement, watched?: WatchedPaths): Judged {
  try {
    return judge(candidate, judgement, watched);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, issues: [{ code: "E_MANIFEST", path: "", message }] };
  }
}

function judge({ id, folder, raw }: Candidate, judgement: Judgement, watched: WatchedPaths | undefined): Judged {
  const prefix: ManifestIssue[] = isReservedId(id)
    ? [{ code: "E_ID_RESERVED", path: "id", message: "is reserved" }]
    : [];
  const parsed = parseManifest(raw);
  if (!parsed.ok) return { ok: false, issues: [...prefix, ...parsed.issues] };
  const { manifest } = parsed;
  const issues = [...prefix, ...ownIssues(id, manifest, judgement)];
  if (issues.length > 0) return { ok: false, issues };
  const filled = readFragments(folder, manifest, watched);
  if (!filled.ok) return filled;
  return { ok: true, manifest: filled.manifest, warnings: parsed.warnings };
}

function ownIssues(id: string, manifest: CapabilityManifest, judgement: Judgement): ManifestIssue[] {
  const { builtInFamilies, configHome } = judgement;
  const issues: ManifestIssue[] = [...runtimeEscapes(manifest, configHome)];
  if (manifest.id !== id) issues.push({ code: "E_ID_FOLDER", path: "id", message: "differs from its folder's name" });
  const range = manifest.engines?.gsd;
  if (range !== undefined && !satisfies(COMPATIBLE_VERSION, range)) {
    issues.push({
      code: "E_ENGINES",
      path: "engines.gsd",
      message: `needs ${range}; this engine stands at ${COMPATIBLE_VERSION}`,
    });
  }
  for (const key of Object.keys(manifest.config)) {
    if (isCentralKey(key)) issues.push({ code: "E_KEY_CENTRAL", path: `config.${key}`, message: "is a central key" });
  }
  manifest.commands.forEach(({ family }, index) => {
    if (!builtInFamilies?.has(family)) return;
    issues.push({ code: "E_OWNER", path: `commands.${index}.family`, message: `${family} is a built-in command` });
  });
  return issues;
}

/** The points at which a manifest that did not load wanted a gate, as far as it can be read. */
export function gatePointsOf(raw: unknown): readonly Point[] {
  const gates = isJsonObject(raw) && Array.isArray(raw.gates) ? raw.gates : [];
  const points = gates.flatMap((gate) => (isJsonObject(gate) && isPoint(gate.point) ? [gate.point] : []));
  return [...new Set(points)];
}
