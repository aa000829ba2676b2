import type { Homes } from "./homes.ts";
import { isCommitted, type Ledger, type LedgerEntry, readLedger } from "./ledger.ts";
import type { CapabilityManifest, Tier } from "./manifest.ts";
import type { Registry, Scope, Skip } from "./registry.ts";

export interface ListedCapability {
  readonly id: string;
  readonly role: CapabilityManifest["role"] | null;
  readonly version: string | null;
  readonly tier: Tier | null;
  readonly source: "first-party" | "overlay";
  readonly scope: Scope | null;
  readonly status: "active" | "inactive" | "incompatible";
  /** The ledger of its scope lists it. */
  readonly recorded: boolean;
  readonly reason?: string;
  readonly title: string;
}

interface ListSource {
  readonly registry: Registry;
  readonly homes: Homes;
  readonly root: string;
}

/**
 * What is shipped, what was accepted, what was found and left out, and what a ledger lists without its being there.
 * `active` means that the capability is part of the registry.
 */
export function listCapabilities({ registry, homes, root }: ListSource): readonly ListedCapability[] {
  const ledgers = { global: readLedger(homes.overlays), project: readLedger(root) };
  const report = registry._overlay;
  const scopes = new Map((report?.installed ?? []).map(({ id, scope }) => [id, scope]));
  const loaded = Object.values(registry.capabilities).map((manifest) => loadedRow(manifest, scopes, ledgers));
  const skips = (report?.warnings ?? []).filter(({ id }) => id !== "*");
  const found = new Set([...loaded, ...skips].map(({ id, scope }) => `${scope} ${id}`));
  const lost = (["global", "project"] as const).flatMap((scope) =>
    entriesOf(ledgers[scope])
      .filter(({ id }) => !found.has(`${scope} ${id}`))
      .map((entry) => lostRow(entry, scope)),
  );
  return [...loaded, ...skips.map((skip) => skippedRow(skip, ledgers)), ...lost];
}

type Ledgers = Readonly<Record<Scope, Ledger>>;

function loadedRow(
  { id, role, version, tier, title }: CapabilityManifest,
  scopes: ReadonlyMap<string, Scope>,
  ledgers: Ledgers,
): ListedCapability {
  const scope = scopes.get(id) ?? null;
  const recorded = scope !== null && isCommitted(ledgers[scope], id);
  const source = scope === null ? "first-party" : "overlay";
  return { id, role, version, tier, source, scope, status: "active", recorded, title };
}

function skippedRow({ id, scope, reason, issues }: Skip, ledgers: Ledgers): ListedCapability {
  const incompatible = issues?.some(({ code }) => code === "E_ENGINES") === true;
  return {
    id,
    role: null,
    version: entriesOf(ledgers[scope]).find((entry) => entry.id === id)?.version ?? null,
    tier: null,
    source: "overlay",
    scope,
    status: incompatible ? "incompatible" : "inactive",
    recorded: isRecorded(ledgers[scope], id),
    reason,
    title: id,
  };
}

function lostRow({ id, version }: LedgerEntry, scope: Scope): ListedCapability {
  const reason = "it is installed, and its folder is gone";
  const common = { role: null, tier: null, source: "overlay", status: "inactive", recorded: true, title: id } as const;
  return { ...common, id, version, scope, reason };
}

function isRecorded(ledger: Ledger, id: string): boolean {
  return entriesOf(ledger).some((entry) => entry.id === id);
}

function entriesOf(ledger: Ledger): readonly LedgerEntry[] {
  return ledger.kind === "ok" ? Object.values(ledger.entries) : [];
}
