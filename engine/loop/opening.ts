import { isUnfinished } from "../planning/is-unfinished.ts";
import type { ProjectContext } from "./context.ts";

/** What a project needs before it is used. */
export interface Opening {
  /**
   * Finishes a change that a killed process left half done, once; costs one `stat` when there is none. Throws as a
   * transition does, and tries again the next time.
   */
  recover(): Promise<void>;
}

export function createOpening(context: ProjectContext): Opening {
  let recovered: Promise<void> | null = null;
  const recover = async () => {
    const { root, now, home, workstream } = context;
    if (!isUnfinished(root, workstream)) return;
    const { recoverPlanning } = await import("../planning/transition.ts");
    const { finished, conflicts } = await recoverPlanning(root, { now, home, workstream });
    const changed = [...finished, ...conflicts];
    if (changed.length > 0) context.runs.current()?.append("transition", { name: "recovered", changed });
  };
  return {
    recover() {
      recovered ??= recover().catch((error: unknown) => {
        recovered = null;
        throw error;
      });
      return recovered;
    },
  };
}

/** Asks git about new commits where a phase's verdict depends on them. Not for hooks. */
export async function catchUp(context: ProjectContext): Promise<void> {
  if (!context.git.isBehind()) return;
  context.snapshot();
  await context.git.refresh();
}
