import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createGitFacts } from "../../../engine/planning/git-facts.ts";
import { readGitHead } from "../../../engine/planning/git-head.ts";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition } from "../../../engine/planning/transition.ts";
import { goldenProject, HOME, read, setTime, temporaryFolder, write } from "./sample.ts";

const ENV = { PATH: process.env.PATH, HOME: "/nowhere", GIT_CONFIG_NOSYSTEM: "1" };
const REPORT = ".planning/phases/01-alpha/01-VERIFICATION.md";
const SUMMARY = ".planning/phases/01-alpha/01-01-SUMMARY.md";

function git(root: string, at: number, ...args: readonly string[]): string {
  const date = new Date(at).toISOString();
  const env = { ...ENV, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...who, ...args], { cwd: root, env, encoding: "utf8" }).trim();
}

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

function commit(root: string, at: number): void {
  git(root, at, "add", "-A");
  git(root, at, "commit", "-qm", "x");
}

function repository(): string {
  const root = goldenProject("s06-verification-passed");
  git(root, START, "init", "-q");
  commit(root, START);
  return root;
}

function reading(root: string) {
  const facts = createGitFacts({ root, env: ENV });
  const reader = createSnapshotReader({ root, git: facts });
  const status = () => reader.read().phases[0]?.verification.status;
  return { facts, reader, status };
}

describe("the age of a report without a fingerprint", () => {
  test("is that of its commit, whatever times a checkout gave the files", async () => {
    const root = repository();
    setTime(root, REPORT, START - 50 * HOUR);
    const { facts, status } = reading(root);
    expect(status()).toBe("stale");
    expect(facts.isBehind()).toBe(true);
    await facts.refresh();
    expect(status()).toBe("passed");
    expect(facts.isBehind()).toBe(false);
  });

  test("does not make up for a summary that was committed later", async () => {
    const root = repository();
    write(root, SUMMARY, `${read(root, SUMMARY)}more\n`);
    commit(root, START + HOUR);
    setTime(root, SUMMARY, START - 50 * HOUR);
    const { facts, status } = reading(root);
    expect(status()).toBe("passed");
    await facts.refresh();
    expect(status()).toBe("stale");
    write(root, REPORT, `${read(root, REPORT)}again\n`);
    commit(root, START + 2 * HOUR);
    status();
    await facts.refresh();
    expect(status()).toBe("passed");
  });

  test("is older than a change to a summary in the second after the commit", async () => {
    const root = repository();
    const { facts, status } = reading(root);
    write(root, SUMMARY, `${read(root, SUMMARY)}more\n`);
    setTime(root, SUMMARY, START + 500);
    status();
    await facts.refresh();
    expect(status()).toBe("stale");
  });

  test("is that of the file once it differs from its commit", async () => {
    const root = repository();
    const { facts, status } = reading(root);
    write(root, SUMMARY, `${read(root, SUMMARY)}more\n`);
    setTime(root, REPORT, START - 50 * HOUR);
    status();
    await facts.refresh();
    expect(status()).toBe("stale");
  });
});

describe("git is asked", () => {
  test("once for each commit, and not at all where nobody needs it", async () => {
    const root = repository();
    const bin = temporaryFolder();
    const log = join(bin, "calls");
    write(bin, "git", `#!/bin/sh\necho call >> ${log}\nexec /usr/bin/env -i PATH="${process.env.PATH}" git "$@"\n`);
    execFileSync("chmod", ["+x", join(bin, "git")]);
    write(bin, "calls", "");
    const calls = () => readFileSync(log, "utf8").split("\n").length - 1;
    const facts = createGitFacts({ root, env: { PATH: bin } });
    await facts.refresh();
    expect(calls()).toBe(0);
    expect(facts.committed(REPORT)).toBeNull();
    await Promise.all([facts.refresh(), facts.refresh()]);
    await facts.refresh();
    expect(calls()).toBe(1);
    expect(facts.committed(REPORT)?.at).toBe(START);
  });

  test("before the first answer in a process that may stand still", async () => {
    const root = repository();
    setTime(root, REPORT, START - 50 * HOUR);
    const facts = createGitFacts({ root, env: ENV, mayBlock: true });
    const reader = createSnapshotReader({ root, git: facts });
    expect(facts.isBehind()).toBe(false);
    expect(reader.read().phases[0]?.verification.status).toBe("passed");
    write(root, SUMMARY, `${read(root, SUMMARY)}more\n`);
    commit(root, START + HOUR);
    expect(facts.isBehind()).toBe(true);
    reader.read();
    await facts.refresh();
    expect(reader.read().phases[0]?.verification.status).toBe("stale");
  });

  test("in vain without a repository, and without a program", async () => {
    const bare = goldenProject("s06-verification-passed");
    const { facts, status } = reading(bare);
    status();
    await facts.refresh();
    expect(status()).toBe("passed");
    const without = createGitFacts({ root: repository(), env: { PATH: "/nowhere" } });
    without.committed(REPORT);
    await without.refresh();
    expect(without.committed(REPORT)).toBeNull();
    expect(without.isBehind()).toBe(false);
  });
});

describe("the commit that is checked out", () => {
  test("is read from loose and packed branches, detached, and from a linked worktree", () => {
    const root = repository();
    const head = git(root, START, "rev-parse", "HEAD");
    expect(readGitHead(root)).toBe(head);
    expect(readGitHead(join(root, ".planning"))).toBe(head);
    git(root, START, "pack-refs", "--all");
    expect(readGitHead(root)).toBe(head);
    const linked = join(temporaryFolder(), "linked");
    git(root, START, "worktree", "add", "-q", "-b", "side", linked);
    expect(readGitHead(linked)).toBe(head);
    git(root, START, "checkout", "-q", "--detach");
    expect(readGitHead(root)).toBe(head);
    const empty = temporaryFolder();
    mkdirSync(join(empty, ".git"));
    expect(readGitHead(empty)).toBeNull();
  });

  test("is noted with a change of the state", async () => {
    const root = repository();
    await applyTransition(root, { type: "begin-phase", phase: "2" }, { now: Date.now, home: HOME });
    const { state } = createSnapshotReader({ root }).read();
    expect(state?.fields.state_head).toBe(git(root, START, "rev-parse", "HEAD"));
  });
});
