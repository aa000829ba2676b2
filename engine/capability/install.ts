import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "../json.ts";
import { type BundleSpec, fetchBundle, readBundleSpec, sourceObjection } from "./bundle-source.ts";
import { type ConsentRecord, readConsents, recordConsent } from "./consent.ts";
import { disclosureSignature, type Executable, executablesOf } from "./executable-surface.ts";
import type { Homes } from "./homes.ts";
import { type BundleJudgement, judgeBundle } from "./judge-bundle.ts";
import { entryOf, type LedgerEntry, readLedger } from "./ledger.ts";
import type { Registry, Scope } from "./registry.ts";
import { bundleFolder, swapBundle } from "./swap-bundle.ts";

export interface InstallRequest {
  readonly spec: string;
  readonly scope: Scope;
  /** The person agreed to what would be able to run. */
  readonly agreed: boolean;
  /** Longest wait for a registry, in milliseconds. */
  readonly timeoutMs: number;
  /** Only this capability may come out of the source. */
  readonly expectId?: string;
}

export interface InstallPlace {
  readonly root: string;
  readonly homes: Homes;
  readonly registry: Registry;
  readonly builtInFamilies: ReadonlySet<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  /** `capabilities.strict_known_registries` */
  readonly sourceRules: Json | undefined;
}

export type InstallVerdict =
  | {
      readonly status: "installed";
      readonly id: string;
      readonly version: string;
      readonly scope: Scope;
      readonly disclosure: readonly string[];
    }
  | {
      readonly status: "aborted";
      readonly requiresConsent: true;
      readonly id: string;
      readonly disclosure: readonly string[];
    }
  | { readonly status: "blocked"; readonly problems: readonly string[] };

/**
 * Copies a capability into its scope, or says why not. No code of it is run. What could run later is disclosed, and
 * nothing is installed before a person agreed to it.
 */
export async function installCapability(request: InstallRequest, place: InstallPlace): Promise<InstallVerdict> {
  const spec = readBundleSpec(request.spec, place.root);
  if (spec === null) return blocked(`${request.spec} is no folder, no tar archive and no package name`);
  const objection = sourceObjection(spec, place.sourceRules);
  if (objection !== null) return blocked(objection);
  const base = request.scope === "global" ? place.homes.overlays : place.root;
  const ledger = readLedger(base);
  if (ledger.kind === "corrupt") return blocked(`the ledger of ${base} is damaged: ${ledger.reason}`);
  const staging = stagingIn(base);
  try {
    return await fromStaging(spec, request, place, base, staging);
  } finally {
    rmSync(staging.folder, { recursive: true, force: true });
    rmSync(staging.scratch, { recursive: true, force: true });
  }
}

interface Staging {
  readonly folder: string;
  readonly scratch: string;
}

/** Beside the target, so that one rename puts it in place; a name with a dot is never taken for a capability. */
function stagingIn(base: string): Staging {
  const parent = join(base, ".gsd", "capabilities");
  mkdirSync(parent, { recursive: true });
  return { folder: mkdtempSync(join(parent, ".staging-")), scratch: mkdtempSync(join(tmpdir(), "loopwright-pack-")) };
}

async function fromStaging(
  spec: BundleSpec,
  request: InstallRequest,
  place: InstallPlace,
  base: string,
  { folder, scratch }: Staging,
): Promise<InstallVerdict> {
  const fetched = await fetchBundle(spec, { folder, scratch, env: place.env, timeoutMs: request.timeoutMs });
  if (!fetched.ok) return blocked(fetched.reason);
  const { integrity } = fetched;
  const judged = judgeBundle(folder, place.registry, {
    builtInFamilies: place.builtInFamilies,
    configHome: place.homes.hostConfig,
  });
  if (!judged.ok) {
    return {
      status: "blocked",
      problems: judged.issues.map(({ code, path, message }) => `${code} ${path} ${message}`),
    };
  }
  const { id, version } = judged.manifest;
  if (request.expectId !== undefined && request.expectId !== id) return blocked(`the source holds ${id}`);
  const executables = executablesOf(judged.manifest, place.builtInFamilies);
  const disclosure = executables.map(lineOf);
  if (executables.length > 0 && !request.agreed && !isKnown(judged, place, request.scope)) {
    return { status: "aborted", requiresConsent: true, id, disclosure };
  }
  const common = { id, version, source: request.spec, integrity };
  const entry: LedgerEntry = { ...common, files: [bundleFolder(id)], sharedEdits: [] };
  await swapBundle({ base, id, staged: folder, entry, now: place.now });
  if (request.scope === "project")
    await recordConsent(place.homes.decisions, { ...consentFor(judged, place), integrity }, place.now);
  return { status: "installed", id, version, scope: request.scope, disclosure };
}

/** The person agreed before to the same things being able to run. */
function isKnown(judged: Extract<BundleJudgement, { ok: true }>, place: InstallPlace, scope: Scope): boolean {
  const { manifest } = judged;
  if (scope === "project") {
    const consents = [...readConsents(place.homes.decisions).values()];
    return consents.some(
      (record) =>
        record.projectRoot === place.root &&
        record.id === manifest.id &&
        record.disclosureSignature === disclosureSignature(manifest),
    );
  }
  const known = place.registry.capabilities[manifest.id];
  const recorded = entryOf(readLedger(place.homes.overlays), manifest.id) !== undefined;
  return recorded && known !== undefined && disclosureSignature(known) === disclosureSignature(manifest);
}

function consentFor(
  { manifest, contentHash }: Extract<BundleJudgement, { ok: true }>,
  place: InstallPlace,
): ConsentRecord {
  return {
    projectRoot: place.root,
    id: manifest.id,
    scope: "project",
    integrity: "",
    disclosureSignature: disclosureSignature(manifest),
    contentHash,
    consentedAt: new Date(place.now()).toISOString(),
  };
}

function lineOf({ kind, what }: Executable): string {
  return `${kind}: ${what}`;
}

function blocked(problem: string): InstallVerdict {
  return { status: "blocked", problems: [problem] };
}
