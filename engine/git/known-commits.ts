import { type GitOptions, runGit } from "./run-git.ts";

const HASH = /^[0-9a-f]{4,64}$/i;

/** Those of the hashes that name one commit of the repository, asked for in one process. None where there is no git. */
export async function knownCommits(
  hashes: readonly string[],
  options: Omit<GitOptions, "stdin">,
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(hashes)].filter((hash) => HASH.test(hash));
  if (asked.length === 0) return new Set();
  const stdin = asked.map((hash) => `${hash}^{commit}\n`).join("");
  const answer = await runGit(["cat-file", "--batch-check=%(objecttype)"], { ...options, stdin });
  if (!answer.ok) return new Set();
  const lines = answer.stdout.split("\n");
  return new Set(asked.filter((_, index) => lines[index] === "commit"));
}
