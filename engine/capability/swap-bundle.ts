import { lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LedgerEntry, withLedgerLock, writeLedgerEntry } from "./ledger.ts";

export interface Swap {
  /** Folder that holds the ledger and `.gsd/`. */
  readonly base: string;
  readonly id: string;
  /** The new content, on the same file system; null takes the capability away. */
  readonly staged: string | null;
  readonly entry: LedgerEntry | null;
  readonly now: () => number;
}

/** Where a capability of this id lies, relative to its base. */
export function bundleFolder(id: string): string {
  return `.gsd/capabilities/${id}`;
}

/**
 * Puts a capability in place, or takes it away. The ledger says `_pending` in between, and while it says so the
 * capability takes no part; a failure puts the old content back.
 */
export function swapBundle({ base, id, staged, entry, now }: Swap): Promise<void> {
  const target = join(base, bundleFolder(id));
  const backup = join(dirname(target), `.${id}.old-${now()}`);
  return withLedgerLock(base, now, () => {
    const exists = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
    const kind = exists ? "upgrade" : "install";
    if (entry !== null)
      writeLedgerEntry(base, id, { ...entry, _pending: { kind, backupName: null, sharedFiles: [] } }, now());
    mkdirSync(dirname(target), { recursive: true });
    if (exists) renameSync(target, backup);
    try {
      if (staged !== null) renameSync(staged, target);
      writeLedgerEntry(base, id, entry, now());
    } catch (error) {
      rmSync(target, { recursive: true, force: true });
      if (exists) renameSync(backup, target);
      throw error;
    }
    rmSync(backup, { recursive: true, force: true });
  });
}
