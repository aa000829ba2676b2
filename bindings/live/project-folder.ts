import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { inheritedEnvironment } from "./inherited-environment.ts";
import { writeInto } from "./scratch-folder.ts";

/** A file placed where a host finds it by itself: its text, or the file it is a copy of. */
export type DropIn = { readonly name: string } & ({ readonly source: string } | { readonly from: string });

export function placeDropIns(folder: string, dropIns: readonly DropIn[]): void {
  for (const dropIn of dropIns) {
    const target = join(folder, dropIn.name);
    mkdirSync(dirname(target), { recursive: true });
    if ("source" in dropIn) writeInto(target, dropIn.source);
    else copyFileSync(dropIn.from, target);
  }
}

/** Makes `folder` a copy of `source`, or leaves it empty. */
export function fillProject(folder: string, source: string | undefined): void {
  mkdirSync(folder, { recursive: true });
  if (source !== undefined) cpSync(source, folder, { recursive: true });
}

/** Makes `folder` a repository with one commit of all but `untracked`, unless it is one already. */
export function startRepository(folder: string, home: string, untracked: readonly string[]): void {
  if (existsSync(join(folder, ".git"))) return;
  const env = { ...inheritedEnvironment(), HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const identity = ["-c", "user.name=Sandbox", "-c", "user.email=sandbox@example.invalid"];
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env, stdio: "ignore", timeout: 20_000 });
  git("init", "-q", "-b", "main");
  writeInto(join(folder, ".git", "info", "exclude"), `${untracked.join("\n")}\n`);
  git("add", "-A");
  git(...identity, "commit", "-q", "--allow-empty", "-m", "Start");
}
