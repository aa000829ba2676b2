import { lstatSync } from "node:fs";
import { join } from "node:path";

import { type Judgement, judgeCandidate } from "./candidate.ts";
import { claimsOf, conflictsOf } from "./claims.ts";
import { contentHash } from "./content-hash.ts";
import { readJsonFile } from "./json-file.ts";
import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";
import type { Registry } from "./registry.ts";

export type BundleJudgement =
  | {
      readonly ok: true;
      readonly manifest: CapabilityManifest;
      readonly contentHash: string;
      readonly warnings: readonly ManifestIssue[];
    }
  | { readonly ok: false; readonly issues: readonly ManifestIssue[] };

/**
 * Judges a folder as something to install: by itself, against what is shipped, and by the files that it promises.
 * Whether it fits beside other overlays is judged when the registry is composed.
 */
export function judgeBundle(folder: string, firstParty: Registry, judgement: Judgement): BundleJudgement {
  const file = readJsonFile(join(folder, "capability.json"));
  if (!file.ok)
    return { ok: false, issues: [{ code: "E_MANIFEST", path: "", message: `capability.json: ${file.code}` }] };
  const id = typeof file.value.id === "string" ? file.value.id : "";
  const judged = judgeCandidate({ id, scope: "global", folder, raw: file.value }, judgement);
  if (!judged.ok) return judged;
  const { manifest, warnings } = judged;
  const shipped = Object.values(firstParty.capabilities).filter(({ id: other }) => isShipped(firstParty, other));
  const held = new Map(shipped.flatMap((one) => claimsOf(one).map(({ key }) => [key, one.id] as const)));
  const hash = contentHash(folder);
  const issues = [
    ...conflictsOf(claimsOf(manifest), held),
    ...missingFiles(folder, manifest),
    ...(hash.ok ? [] : [{ code: "E_CONTENT", path: "", message: hash.reason }]),
  ];
  if (issues.length > 0 || !hash.ok) return { ok: false, issues };
  return { ok: true, manifest, contentHash: hash.hash, warnings };
}

function isShipped(registry: Registry, id: string): boolean {
  return registry._overlay?.installed.some((overlay) => overlay.id === id) !== true;
}

function missingFiles(folder: string, { hooks, commands }: CapabilityManifest): ManifestIssue[] {
  const promised = [
    ...hooks.map(({ script }, index) => ({ path: `hooks.${index}.script`, file: script })),
    ...commands.map(({ module }, index) => ({ path: `commands.${index}.module`, file: module })),
  ];
  return promised
    .filter(({ file }) => lstatSync(join(folder, file), { throwIfNoEntry: false })?.isFile() !== true)
    .map(({ path, file }) => ({ code: "E_FILE_MISSING", path, message: `${file} is not in the bundle` }));
}
