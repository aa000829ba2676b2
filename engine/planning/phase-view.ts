import { NO_DESCRIPTION } from "./roadmap-description.ts";
import type { ScopedPhase } from "./roadmap-scope.ts";
import type { PhaseView } from "./types.ts";

/** What lies on disk for a phase. */
export type FolderView = Pick<
  PhaseView,
  "directory" | "artifacts" | "plans" | "looseFiles" | "orphanSummaries" | "verification"
>;

export const NO_FOLDER: FolderView = {
  directory: null,
  artifacts: {},
  plans: [],
  looseFiles: [],
  orphanSummaries: [],
  verification: { status: "missing", file: null },
};

/** A phase as the roadmap and its folder show it. Both are looked into as far as is asked. */
export function viewOf({ id, number, name, ticked, section }: ScopedPhase, folder: FolderView): PhaseView {
  const written = () => section?.description ?? NO_DESCRIPTION;
  const { directory, plans, looseFiles, orphanSummaries, verification } = folder;
  return {
    id,
    number,
    name,
    get goal() {
      return written().goal;
    },
    get mode() {
      return written().mode;
    },
    get dependsOn() {
      return written().dependsOn;
    },
    get requirements() {
      return written().requirements;
    },
    get successCriteria() {
      return written().successCriteria;
    },
    get section() {
      return written().section;
    },
    directory,
    get artifacts() {
      return folder.artifacts;
    },
    plans,
    looseFiles,
    orphanSummaries,
    verification,
    ticked,
    complete: verification.status === "passed",
  };
}
