import { basename } from "node:path";
import type { ProjectContext } from "../loop/context.ts";
import { Learnings } from "./learnings.ts";

/** What the person of this project has learnt, here and elsewhere. */
export function learningsOf({ homes, now }: ProjectContext): Learnings {
  return new Learnings(homes.decisions, now);
}

/** What learnings call this project. */
export function projectName(context: ProjectContext): string {
  return context.snapshot().projectTitle ?? basename(context.root);
}
