import { lstatSync } from "node:fs";
import { join } from "node:path";
import { entryOf, readLedger } from "./ledger.ts";
import { bundleFolder, swapBundle } from "./swap-bundle.ts";

/** Takes a capability and its ledger entry away. False when neither is there. A damaged ledger is left alone. */
export async function removeCapability(base: string, id: string, now: () => number): Promise<boolean> {
  const ledger = readLedger(base);
  if (ledger.kind === "corrupt") throw new Error(`the ledger of ${base} is damaged: ${ledger.reason}`);
  const isThere = lstatSync(join(base, bundleFolder(id)), { throwIfNoEntry: false }) !== undefined;
  if (!isThere && entryOf(ledger, id) === undefined) return false;
  await swapBundle({ base, id, staged: null, entry: null, now });
  return true;
}
