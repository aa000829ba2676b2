import { join } from "node:path";
import type { Probe } from "../shared/canary.ts";
import { shellProbes } from "../shared/guard-probes.ts";

/** Calls in this host's own tools and argument names that a live guard refuses. */
export function guardProbes(root: string): readonly Probe[] {
  const outside = join(root, "..", "loopwright-canary.txt");
  const state = join(root, ".planning", "STATE.md");
  return [
    { probe: "read of .env", tool: "read", args: { path: join(root, ".env") } },
    { probe: "write outside the project", tool: "write", args: { path: outside, content: "" } },
    { probe: "edit of STATE.md", tool: "edit", args: { path: state, edits: [{ oldText: "a", newText: "b" }] } },
    ...shellProbes(root),
  ];
}
