import { cpSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Sandbox } from "../../bindings/live/sandbox.ts";

/** Keeps a copy of a sandbox's project and home; the answer puts them in the place of what has become of the two. */
export function keepStart({ root, directory, home }: Sandbox): () => void {
  const kept = [directory, home].map((folder) => ({ folder, copy: join(root, "start", basename(folder)) }));
  for (const { folder, copy } of kept) cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return () => {
    for (const { folder, copy } of kept) {
      rmSync(folder, { recursive: true });
      renameSync(copy, folder);
    }
  };
}
