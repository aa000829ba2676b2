import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { GitIndex } from "../../../engine/planning/git-index.ts";
import { setTime, temporaryFolder, write } from "./sample.ts";

const ENV = { PATH: process.env.PATH, HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1" };
const LONG_AGO = Date.UTC(2026, 0, 1);

function git(root: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-c", "init.defaultBranch=main", ...args], { cwd: root, env: ENV, encoding: "utf8" });
}

/** With files whose names end at each place within eight bytes. */
function repository(): { readonly root: string; readonly names: readonly string[] } {
  const root = temporaryFolder();
  const names = Array.from({ length: 9 }, (_, length) => `app/plan-${"é".repeat(length % 2)}${"x".repeat(length)}.md`);
  git(root, "init", "-q");
  for (const name of names) {
    write(root, name, `content of ${name}\n`);
    setTime(root, name, LONG_AGO);
  }
  git(root, "add", "-A");
  return { root, names };
}

const blobOf = (root: string, name: string) => git(root, "hash-object", name).trim();
const stampOf = (root: string, name: string) => statSync(join(root, name));

describe("the index of git", () => {
  test.each([
    ["as git writes it", () => undefined],
    ["with flags that older versions do not have", (root: string) => git(root, "add", "-N", "app/later.md")],
  ])("holds what is in each file, %s", (_name, change) => {
    const { root, names } = repository();
    write(root, "app/later.md", "later\n");
    change(root);
    const index = GitIndex.read(root, 20);
    for (const name of names) expect(index?.holds(name, blobOf(root, name), stampOf(root, name))).toBe(true);
  });

  test("is asked by paths of the project, where that is a part of the repository", () => {
    const { root, names } = repository();
    const [name = ""] = names;
    const index = GitIndex.read(join(root, "app"), 20);
    expect(index?.holds(name.slice("app/".length), blobOf(root, name), stampOf(root, name))).toBe(true);
    expect(index?.holds(name, blobOf(root, name), stampOf(root, name))).toBe(false);
  });

  test("says nothing of a file that has changed, and of other content", () => {
    const { root, names } = repository();
    const [first = "", second = ""] = names;
    const index = GitIndex.read(root, 20);
    const before = blobOf(root, first);
    expect(index?.holds(first, blobOf(root, second), stampOf(root, first))).toBe(false);
    write(root, first, "CONTENT");
    expect(index?.holds(first, before, stampOf(root, first))).toBe(false);
  });

  test("does not believe a file that is as young as itself", () => {
    const { root, names } = repository();
    const [name = ""] = names;
    setTime(root, name, Date.now() + 60_000);
    git(root, "add", "-A");
    expect(GitIndex.read(root, 20)?.holds(name, blobOf(root, name), stampOf(root, name))).toBe(false);
  });

  test("is none without a repository, and nothing is found in what is no index", () => {
    const bare = temporaryFolder();
    expect(GitIndex.read(bare, 20)).toBeNull();
    const { root, names } = repository();
    const [name = ""] = names;
    const [blob, stamp] = [blobOf(root, name), stampOf(root, name)];
    for (const broken of ["", "DIRC", "DIRC\0\0\0\u0002\0\0\u0001\0short", "what is this, an index?"]) {
      write(root, ".git/index", broken);
      expect(GitIndex.read(root, 20)?.holds(name, blob, stamp) ?? false).toBe(false);
    }
  });
});
