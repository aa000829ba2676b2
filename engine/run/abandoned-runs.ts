import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newestSignal } from "./activity.ts";
import { headerScalar } from "./run-header.ts";
import { isSafeId } from "./safe-id.ts";

export interface AbandonedRun {
  readonly id: string;
  readonly folder: string;
}

/** Runs below `folder` that are open by their own word, and of which nothing was heard since `before` (milliseconds). */
export function abandonedRuns(folder: string, before: number): readonly AbandonedRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((id) => {
    const own = join(folder, id);
    const header = join(own, "run.yaml");
    if (!isSafeId(id) || !existsSync(header)) return [];
    const text = readFileSync(header, "utf8");
    const isOpen = ["open", "resumable"].includes(headerScalar(text, "status") ?? "");
    return isOpen && headerScalar(text, "run_id") === id && newestSignal(own) < before ? [{ id, folder: own }] : [];
  });
}
