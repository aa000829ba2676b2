import type { SessionRef } from "../../engine/index.ts";
import { claimFolder } from "../shared/one-copy.ts";

interface Copy {
  readonly version: string;
  readonly entry: string;
}

export type Seat =
  | { readonly taken: false; readonly role: SessionRef["role"]; readonly release: () => void }
  | { readonly taken: true; readonly other: Copy; readonly report: boolean };

/**
 * One copy of the extension works per session. The first session of a folder in this process leads it; another one
 * beside it, such as a sub-agent that loads extensions of its own, is a child: guarded, and no party to the run.
 */
export function takeSeat(root: string, session: string, copy: Copy): Seat {
  const here = claimFolder("pi", `${root} ${session}`, copy.version, copy.entry);
  if (!here.active) return { taken: true, other: here.other, report: here.report };
  const lead = claimFolder("pi", root, copy.version, copy.entry);
  return {
    taken: false,
    role: lead.active ? "root" : "child",
    release() {
      here.release();
      if (lead.active) lead.release();
    },
  };
}
