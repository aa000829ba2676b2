import { type GitOptions, runGit } from "./run-git.ts";

export interface WorkTree {
  readonly clean: boolean;
  /** Commits that the upstream branch does not have; null where there is no upstream. */
  readonly unpushed: number | null;
}

/** What is not committed or not pushed, or null where there is no repository. */
export async function workTree(options: Omit<GitOptions, "stdin">): Promise<WorkTree | null> {
  const answer = await runGit(["status", "--porcelain=v2", "--branch", "--untracked-files=normal"], options);
  if (!answer.ok) return null;
  const lines = answer.stdout.split("\n").filter((line) => line !== "");
  const ahead = /^# branch\.ab \+(\d+) /m.exec(answer.stdout)?.[1];
  return { clean: lines.every((line) => line.startsWith("#")), unpushed: ahead === undefined ? null : Number(ahead) };
}
