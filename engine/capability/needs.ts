import { POINTS, type Point, STEP_CONTRACTS, STEPS } from "../loop/points.ts";
import { isKnownRuntime } from "./central-names.ts";
import { type CapabilityManifest, type ManifestIssue, TIERS } from "./manifest.ts";

/** Capabilities by id. */
export type Members = ReadonlyMap<string, CapabilityManifest>;

/** What a capability asks of the others and does not get. Fewer members never make this list shorter. */
export function unmetNeeds(manifest: CapabilityManifest, members: Members): ManifestIssue[] {
  return [
    ...requirementIssues(manifest, members),
    ...runtimeIssues(manifest, members),
    ...artifactIssues(manifest, members),
  ];
}

function requirementIssues(manifest: CapabilityManifest, members: Members): ManifestIssue[] {
  const issues = manifest.requires.flatMap((id, index): ManifestIssue[] => {
    const path = `requires.${index}`;
    const required = members.get(id);
    if (required === undefined) return [{ code: "E_REQ_MISSING", path, message: `${id} is not there` }];
    if (TIERS.indexOf(required.tier) <= TIERS.indexOf(manifest.tier)) return [];
    return [{ code: "E_REQ_TIER", path, message: `${id} is of the higher tier ${required.tier}` }];
  });
  if (!requiresItself(manifest.id, members)) return issues;
  return [...issues, { code: "E_REQ_CYCLE", path: "requires", message: "leads back to the capability itself" }];
}

function requiresItself(id: string, members: Members): boolean {
  const seen = new Set<string>();
  const open = [...(members.get(id)?.requires ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(members.get(next)?.requires ?? []));
  }
  return false;
}

function runtimeIssues({ runtimeCompat }: CapabilityManifest, members: Members): ManifestIssue[] {
  const named = [...runtimeCompat.supported, ...runtimeCompat.unsupported].filter((id) => id !== "*");
  return named
    .filter((id) => !isKnownRuntime(id) && members.get(id)?.role !== "runtime")
    .map((id) => ({ code: "E_RUNTIME_UNKNOWN", path: "runtimeCompat", message: `${id} is no known host` }));
}

function artifactIssues(manifest: CapabilityManifest, members: Members): ManifestIssue[] {
  return manifest.steps.flatMap((step, index) =>
    step.consumes.flatMap((artifact, at): ManifestIssue[] => {
      const code = whyUnavailable(manifest.id, index, step.point, artifact, members);
      if (code === null) return [];
      return [{ code, path: `steps.${index}.consumes.${at}`, message: `${artifact} is not there at ${step.point}` }];
    }),
  );
}

function whyUnavailable(
  owner: string,
  index: number,
  point: Point,
  artifact: string,
  members: Members,
): "E_NEVER_PRODUCED" | "E_TOO_EARLY" | "E_SELF_CONSUME" | null {
  const here = POINTS.indexOf(point);
  const core = coreAvailability(artifact);
  if (core !== null && core <= here) return null;
  let later = core !== null;
  let itself = false;
  for (const manifest of members.values()) {
    for (const [at, step] of manifest.steps.entries()) {
      if (!step.produces.includes(artifact)) continue;
      if (manifest.id === owner && at === index) itself = true;
      else if (POINTS.indexOf(step.point) <= here) return null;
      else later = true;
    }
  }
  return later ? "E_TOO_EARLY" : itself ? "E_SELF_CONSUME" : "E_NEVER_PRODUCED";
}

/** Index of the first point at which a core artifact is there: the last point of the step that leaves it behind. */
function coreAvailability(artifact: string): number | null {
  const step = STEPS.find((name) => STEP_CONTRACTS[name].produces === artifact);
  return step === undefined ? null : POINTS.findLastIndex((point) => point.startsWith(`${step}:`));
}
