import { realpathSync } from "node:fs";
import { acceptTogether } from "./accept.ts";
import { type Candidate, gatePointsOf, type Judgement, judgeCandidate } from "./candidate.ts";
import { isInCentralFamily } from "./central-names.ts";
import { consentPath, hasConsent, readConsents } from "./consent.ts";
import { type ContentHash, contentHash } from "./content-hash.ts";
import { discover } from "./discover.ts";
import { isCommitted, type Ledger, ledgerPath, readLedger } from "./ledger.ts";
import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";
import type { BlockedGate, OverlayReport, Registry, Skip } from "./registry.ts";
import { type OverlayRoot, overlayRoots } from "./roots.ts";
import { WatchedPaths } from "./watched-paths.ts";

export interface LoadOptions extends Judgement {
  /** False: what is shipped, nothing else. */
  readonly includeInstalled: boolean;
  readonly root: string;
  /** Holds the user's own `.gsd` folder. */
  readonly home: string;
  /** Holds what a person decided; `home` when absent. */
  readonly decisionsHome?: string;
  readonly firstParty: Registry;
}

/**
 * What is shipped together with the overlays that may take part. The shipped registry itself comes back while there is
 * nothing to add or to report; it is never changed. One bad overlay drops only itself. Never throws.
 */
export function loadRegistry(options: LoadOptions): Registry {
  return loadWatched(options, new WatchedPaths());
}

/** The same, noting every path that the answer depends on. */
export function loadWatched(options: LoadOptions, watched: WatchedPaths): Registry {
  if (!options.includeInstalled) return options.firstParty;
  const load = new Load(options, watched);
  try {
    return load.run();
  } catch (error) {
    return load.withoutOverlays(error instanceof Error ? error.message : String(error));
  }
}

const EMPTY: OverlayReport = {
  installed: [],
  warnings: [],
  diagnostics: [],
  incompatibleGateCapIds: [],
  blockedGates: [],
  commandRoots: {},
  scriptRoots: {},
};

interface Sound {
  readonly candidate: Candidate;
  readonly manifest: CapabilityManifest;
  readonly warnings: readonly ManifestIssue[];
}

class Load {
  readonly #options: LoadOptions;
  readonly #watched: WatchedPaths;
  readonly #skips: Skip[] = [];
  readonly #blocked: BlockedGate[] = [];
  readonly #hashes = new Map<string, ContentHash>();
  /** Everything that was found and agreed to. */
  readonly #found: Candidate[] = [];

  constructor(options: LoadOptions, watched: WatchedPaths) {
    this.#options = options;
    this.#watched = watched;
  }

  run(): Registry {
    const { home, root, firstParty } = this.#options;
    const roots = overlayRoots(home, root, this.#watched);
    if (roots.length === 0) return firstParty;
    const ledgers = new Map(roots.map((place) => [place, this.#ledger(place)]));
    const sound = roots.flatMap((place) => this.#soundOnes(place, ledgers.get(place)));
    const { registry, refused } = acceptTogether(
      Object.values(firstParty.capabilities),
      sound.map(({ manifest }) => manifest),
    );
    for (const { candidate, manifest } of sound) {
      const issues = refused.get(manifest);
      if (issues !== undefined) this.#skip(candidate, issues);
    }
    const members = sound.filter(({ manifest }) => !refused.has(manifest));
    if (members.length === 0 && this.#skips.length === 0) return firstParty;
    return { ...registry, _overlay: this.#report(members, ledgers) };
  }

  /** What is shipped, when the whole could not be put together: nobody takes part, and every gate of theirs is shut. */
  withoutOverlays(why: string): Registry {
    const reason = `the installed capabilities cannot be put together: ${why}`;
    const blockedGates = this.#found.flatMap((candidate) => this.#gatesOf(candidate, reason));
    return {
      ...this.#options.firstParty,
      _overlay: {
        ...EMPTY,
        warnings: [{ id: "*", scope: "global", reason }],
        incompatibleGateCapIds: [...new Set(blockedGates.map(({ capId }) => capId))],
        blockedGates,
      },
    };
  }

  #ledger({ base }: OverlayRoot): Ledger {
    this.#watched.note(ledgerPath(base));
    return readLedger(base);
  }

  #soundOnes(place: OverlayRoot, ledger: Ledger | undefined): Sound[] {
    const { candidates, skips } = discover(place, ledger ?? { kind: "ok", entries: {} }, this.#watched);
    this.#skips.push(...skips);
    const consented = place.scope === "project" ? candidates.filter((one) => this.#isConsented(one)) : candidates;
    this.#found.push(...consented);
    return consented.flatMap((candidate): Sound[] => {
      const judged = judgeCandidate(candidate, this.#options, this.#watched);
      if (judged.ok) return [{ candidate, manifest: judged.manifest, warnings: judged.warnings }];
      this.#skip(candidate, judged.issues);
      return [];
    });
  }

  /** Consent comes before everything else: what nobody agreed to says nothing, not even that it is broken. */
  #isConsented(candidate: Candidate): boolean {
    const { home, decisionsHome = home, root } = this.#options;
    this.#watched.note(consentPath(decisionsHome));
    const hash = this.#hash(candidate.folder);
    if (hash.ok && hasConsent(readConsents(decisionsHome), realpathSync(root), candidate.id, hash.hash)) return true;
    const reason = hash.ok ? "nobody on this machine agreed to it as it is" : `it has no content hash: ${hash.reason}`;
    this.#skips.push({ id: candidate.id, scope: candidate.scope, kind: "unconsented", reason });
    return false;
  }

  #hash(folder: string): ContentHash {
    const known = this.#hashes.get(folder);
    const hash = known ?? contentHash(folder, this.#watched);
    this.#hashes.set(folder, hash);
    return hash;
  }

  #skip(candidate: Candidate, issues: readonly ManifestIssue[]): void {
    const { id, scope } = candidate;
    const reason = issues.map(({ path, message }) => (path === "" ? message : `${path} ${message}`)).join("; ");
    this.#skips.push({ id, scope, reason, issues });
    this.#blocked.push(...this.#gatesOf(candidate, reason));
  }

  #gatesOf({ id, scope, folder, raw }: Candidate, reason: string): BlockedGate[] {
    const points = gatePointsOf(raw);
    if (points.length === 0) return [];
    const hash = this.#hash(folder);
    return points.map((point) => ({ point, capId: id, scope, reason, contentHash: hash.ok ? hash.hash : null }));
  }

  #report(members: readonly Sound[], ledgers: ReadonlyMap<OverlayRoot, Ledger>): OverlayReport {
    const committed = (candidate: Candidate) =>
      [...ledgers].some(([place, ledger]) => place.scope === candidate.scope && isCommitted(ledger, candidate.id));
    const rootsOf = (runs: (manifest: CapabilityManifest) => boolean) =>
      Object.fromEntries(
        members
          .filter(({ candidate, manifest }) => runs(manifest) && committed(candidate))
          .map(({ candidate: { id, folder } }) => [id, folder]),
      );
    return {
      installed: members.map(({ candidate: { id, scope, folder } }) => ({ id, scope, folder })),
      warnings: this.#skips,
      diagnostics: members.flatMap(noticesOf),
      incompatibleGateCapIds: [...new Set(this.#blocked.map(({ capId }) => capId))],
      blockedGates: this.#blocked,
      commandRoots: rootsOf(({ commands }) => commands.length > 0),
      scriptRoots: rootsOf(({ hooks }) => hooks.length > 0),
    };
  }
}

function noticesOf({ candidate: { id }, manifest, warnings }: Sound) {
  const shared = Object.keys(manifest.config)
    .filter(isInCentralFamily)
    .map((key) => ({
      code: "W_KEY_PATTERN",
      path: `config.${key}`,
      message: "fits a central family of keys; its value is read from the file as it stands",
    }));
  return [...warnings, ...shared].map((issue) => ({ ...issue, id }));
}
