import { realpathSync } from "node:fs";
import { loadFolder } from "./load-folder.ts";
import { phaseIdOfDirectory } from "./phase-id.ts";
import { classifyPlanFiles } from "./plan-files.ts";

/** What lies in the folder of a phase, by name. */
export interface PhaseFiles {
  readonly directory: string;
  readonly plans: readonly string[];
  readonly summaries: readonly string[];
  readonly looseFiles: readonly string[];
}

/** Where archived phases of a project, or of a workstream of it, lie: the latest milestone first. */
export function phaseArchives(root: string, folder: string): readonly string[] {
  const milestones = `${folder}/milestones`;
  return foldersIn(root, milestones)
    .filter((name) => /^v\d.*-phases$/i.test(name))
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
    .map((name) => `${milestones}/${name}`);
}

export function findArchivedPhase(root: string, archives: readonly string[], id: string): PhaseFiles | null {
  for (const archive of archives) {
    const name = foldersIn(root, archive).find((one) => phaseIdOfDirectory(one) === id);
    if (name !== undefined) return readFolder(root, `${archive}/${name}`, id);
  }
  return null;
}

function readFolder(root: string, directory: string, id: string): PhaseFiles {
  const { plans, summaries, loose } = classifyPlanFiles(
    id,
    listed(root, directory).files,
    listed(root, `${directory}/plans`).files,
  );
  return {
    directory,
    plans: plans.map(({ name }) => name),
    summaries: [...summaries.values()].sort(),
    looseFiles: loose,
  };
}

function foldersIn(root: string, path: string): readonly string[] {
  return listed(root, path).folders;
}

function listed(
  root: string,
  path: string,
): { readonly files: readonly string[]; readonly folders: readonly string[] } {
  const answer = loadFolder({ path: root, real: realpathSync(root) }, path);
  return answer.kind === "value" ? answer.value : { files: [], folders: [] };
}
