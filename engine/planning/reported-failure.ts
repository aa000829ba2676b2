import { readdirSync } from "node:fs";
import { join } from "node:path";
import { normalPhaseId } from "./phase-id.ts";
import { phasesOnDisk } from "./phase-status.ts";
import { readProjectFile } from "./project-file.ts";
import type { PlanningSnapshot } from "./types.ts";

const REPORT = /summary|verif(?:y|ication)|uat/i;
const STATUS = /STATUS:\s*([A-Za-z_-]+)/i;

/**
 * True where a summary, verification or UAT file of the current phase says `STATUS: failed`, `fail` or `blocked`, in
 * its front matter or its text. Without a current phase the last one with a folder is looked at.
 */
export function reportsFailure(snapshot: PlanningSnapshot): boolean {
  const phases = phasesOnDisk(snapshot);
  const current = snapshot.state?.currentPhase ?? null;
  const phase = current === null ? phases.at(-1) : phases.find(({ id }) => id === normalPhaseId(current));
  const folder = phase?.directory ?? null;
  return folder !== null && reportsIn(snapshot.root, folder).some((path) => isFailed(snapshot.root, path));
}

function reportsIn(root: string, folder: string): string[] {
  try {
    const names = readdirSync(join(root, folder)).filter((name) => REPORT.test(name));
    return names.sort().map((name) => `${folder}/${name}`);
  } catch {
    // The folder is gone since the snapshot was taken.
    return [];
  }
}

function isFailed(root: string, path: string): boolean {
  const file = readProjectFile(root, path);
  return file.ok && /^(?:blocked|fail|failed)$/i.test(STATUS.exec(file.text)?.[1] ?? "");
}
