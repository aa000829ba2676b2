import { join } from "node:path";
import type { Probe } from "../shared/canary.ts";
import { shellProbes } from "../shared/guard-probes.ts";

/** Calls in this host's own tools and argument names that a live guard refuses. */
export function guardProbes(root: string): readonly Probe[] {
  const outside = join(root, "..", "loopwright-canary.txt");
  const patch = "*** Begin Patch\n*** Delete File: .planning/STATE.md\n*** End Patch\n";
  const cut = ["*** Begin Patch", "*** Delete File: .planning/ROADMAP.md", "*** End Patch"].join("\n");
  return [
    { probe: "read of .env", tool: "read", args: { filePath: join(root, ".env") } },
    { probe: "write outside the project", tool: "write", args: { filePath: outside, content: "" } },
    { probe: "patch that deletes STATE.md", tool: "apply_patch", args: { patchText: patch } },
    { probe: "patch that deletes ROADMAP.md", tool: "apply_patch", args: { patchText: cut } },
    ...shellProbes(root),
  ];
}
