import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CliIo } from "../cli-io.ts";
import { type Finding, failure, warning } from "./finding.ts";

const REMEDY = "Make it a folder of your own in which you may write.";

/** Whether the engine may write where it has to: the plan with its record, and what a person's home keeps. */
export function checkWritable(root: string, { home }: Pick<CliIo, "home">): readonly Finding[] {
  const plan = nearestThere(join(root, ".planning"));
  const own = nearestThere(join(home, ".gsd"));
  return [
    ...(isWritable(plan) ? [] : [failure("project", `Nothing can be written in ${plan}; no step can begin.`, REMEDY)]),
    ...(isWritable(own)
      ? []
      : [warning("project", `Nothing can be written in ${own}; no decision of yours is kept.`, REMEDY)]),
  ];
}

/** The path itself, or the folder in which it would be made. */
function nearestThere(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestThere(dirname(path));
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
