import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../engine/index.ts";
import { guardedProject } from "./guarded-project.ts";

const project = guardedProject();
const { root, home, guard } = project;

function verdict(tool: string, args: JsonObject): string {
  const given = guard.judge(tool, args);
  return given === null ? "allow" : `${given.posture} ${given.rule}`;
}

const patch = (...lines: string[]) => ({ patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") });
const roadmap = readFileSync(join(root, ".planning/ROADMAP.md"), "utf8");
const line = "A line of the plan that says something.";

type Row = readonly [tool: string, args: JsonObject, verdict: string];

function table(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    for (const [tool, args, expected] of rows) {
      test(`${tool} ${JSON.stringify(args).slice(0, 110)}`, () => expect(verdict(tool, args)).toBe(expected));
    }
  });
}

table("credentials", [
  ["read", { filePath: ".env" }, "deny secret"],
  ["read", { path: join(root, ".env") }, "deny secret"],
  ["read", { path: "@.env" }, "deny secret"],
  ["read", { path: "~/.ssh/id_ed25519" }, "deny secret"],
  ["read", { filePath: `file://${root}/.env` }, "deny secret"],
  ["read", { filePath: "src/.ENV.Local" }, "deny secret"],
  ["grep", { pattern: "TOKEN", path: ".env" }, "deny secret"],
  ["grep", { pattern: "TOKEN", include: ".env" }, "deny secret"],
  ["grep", { pattern: "TOKEN", path: ".", glob: ".env*" }, "deny secret"],
  ["glob", { pattern: "**/.env*" }, "deny secret"],
  ["glob", { pattern: "certs/*.{key,pem}" }, "deny secret"],
  ["write", { filePath: ".env", content: "A=1" }, "deny secret"],
  ["edit", { filePath: ".npmrc", oldString: "", newString: "x" }, "deny secret"],
  ["apply_patch", patch("*** Add File: .env.local", "+A=1"), "deny secret"],
  ["read", { filePath: ".env.example" }, "allow"],
  ["read", { filePath: "src/index.ts" }, "allow"],
  ["read", { filePath: "src/environment.ts" }, "allow"],
  ["grep", { pattern: "\\.env", path: "src", include: "*.{ts,tsx}" }, "allow"],
  ["glob", { pattern: "**/*" }, "allow"],
  ["glob", { pattern: "**/*.json" }, "allow"],
  ["glob", { pattern: ".planning/**/*.md" }, "allow"],
  ["read", { path: "/usr/share/dict/words" }, "allow"],
]);

table("what the engine writes", [
  ["write", { filePath: ".planning/STATE.md", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".planning/state.MD", content: "x" }, "deny engine-owned"],
  ["edit", { path: ".planning/STATE.md", edits: [{ oldText: "a", newText: "b" }] }, "deny engine-owned"],
  ["write", { filePath: ".planning/workstreams/ui/STATE.md", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".planning/phases/01-first/01-VERIFICATION.md", content: "x" }, "deny engine-owned"],
  ["apply_patch", patch("*** Update File: src/index.ts", "*** Move to: .planning/STATE.md"), "deny engine-owned"],
  ["apply_patch", { patchText: "--- a/.planning/STATE.md\n+++ /dev/null\n@@\n-x\n" }, "deny engine-owned"],
  ["read", { filePath: ".planning/STATE.md" }, "allow"],
]);

table("the plan", [
  ["write", { filePath: ".planning/ROADMAP.md", content: "" }, "deny curated"],
  ["write", { filePath: ".planning/ROADMAP.md", content: "# Roadmap\n" }, "deny curated"],
  ["write", { filePath: ".planning/ROADMAP.md", content: `${roadmap}- one more\n` }, "allow"],
  ["edit", { filePath: ".planning/ROADMAP.md", oldString: roadmap, newString: "" }, "deny curated"],
  ["edit", { filePath: ".planning/ROADMAP.md", oldString: line, newString: "", replaceAll: true }, "deny curated"],
  ["edit", { filePath: ".planning/ROADMAP.md", oldString: line, newString: "Another line." }, "allow"],
  [
    "multiedit",
    { filePath: ".planning/PROJECT.md", edits: [{ oldString: line, newString: "", replaceAll: true }] },
    "deny curated",
  ],
  ["multiedit", { filePath: ".planning/PROJECT.md", edits: [{ oldString: line, newString: "B" }] }, "allow"],
  ["apply_patch", patch("*** Delete File: .planning/REQUIREMENTS.md"), "deny curated"],
  ["apply_patch", patch("*** Update File: .planning/ROADMAP.md", "*** Move to: old/ROADMAP.md"), "deny curated"],
  ["apply_patch", patch("*** Update File: .planning/ROADMAP.md", "@@", ...Array(25).fill(`-${line}`)), "deny curated"],
  ["apply_patch", patch("*** Update File: .planning/ROADMAP.md", "@@", `-${line}`, "+Another."), "allow"],
  ["write", { filePath: ".planning/phases/01-first/01-01-PLAN.md", content: " \n" }, "deny planning-loss"],
  ["write", { filePath: ".planning/phases/01-first/01-01-PLAN.md", content: "shorter" }, "allow"],
  ["apply_patch", patch("*** Delete File: .planning/phases/01-first/01-01-PLAN.md"), "deny planning-loss"],
  ["write", { filePath: ".planning/notes.md", content: "# New" }, "allow"],
  ["write", { filePath: ".planning/research/new.md", content: "" }, "allow"],
]);

table("places", [
  ["write", { filePath: "../other.txt", content: "" }, "deny outside-project"],
  ["write", { filePath: "/etc/hosts", content: "" }, "deny outside-project"],
  ["write", { filePath: join(project.temporary, "x"), content: "" }, "allow"],
  ["write", { filePath: ".git/hooks/pre-commit", content: "" }, "deny git-internals"],
  ["write", { filePath: "vendor/lib/.git/config", content: "" }, "deny git-internals"],
  ["read", { filePath: ".git/HEAD" }, "allow"],
  ["write", { filePath: join(home, ".gsd/waivers.json"), content: "{}" }, "deny person-only"],
  ["read", { filePath: join(home, ".gsd/waivers.json") }, "allow"],
]);

table("tools that nobody here knows", [
  ["", { filePath: "src/index.ts" }, "deny nameless-tool"],
  ["some_writer", { target: ".planning/STATE.md" }, "deny unknown-tool"],
  ["fs_read_file", { path: ".env" }, "deny unknown-tool"],
  ["fs_delete", { path: ".planning/ROADMAP.md" }, "deny unknown-tool"],
  ["fs_read_file", { path: ".planning/ROADMAP.md" }, "allow"],
  ["some_tool", { nested: { list: ["a", ".env"] } }, "deny unknown-tool"],
  ["terminal", { command: "cat .e''nv" }, "deny secret"],
  ["terminal", { command: "ls" }, "allow"],
  ["weather", { city: "Oslo" }, "allow"],
  ["task", { prompt: "read .env" }, "allow"],
  ["gsd_state", { transition: "json" }, "allow"],
  ["toString", { a: "b" }, "allow"],
]);

test("a shell call in another folder is judged from there", () => {
  expect(guard.judge("bash", { command: "cat ../.env", workdir: join(root, "src") })?.rule).toBe("secret");
  expect(guard.judge("bash", { command: "touch x", workdir: "/" })?.rule).toBe("outside-project");
});

describe("links are followed", () => {
  mkdirSync(join(root, "links"));
  const link = (name: string, target: string) => symlinkSync(target, join(root, "links", name));
  link("env", "../.env");
  link("plan", "../.planning");
  link("away", "/etc");
  link("nowhere", "/etc/loopwright-not-there");
  link("round", "round");

  table("as far as they lead", [
    ["read", { filePath: "links/env" }, "deny secret"],
    ["write", { filePath: "links/plan/STATE.md", content: "" }, "deny engine-owned"],
    ["write", { filePath: "links/away/new", content: "" }, "deny outside-project"],
    ["write", { filePath: "links/nowhere", content: "" }, "deny outside-project"],
    ["write", { filePath: "links/round", content: "" }, "allow"],
  ]);

  test("also one made after the folder was looked at", () => {
    expect(verdict("write", { filePath: "late/STATE.md", content: "" })).toBe("allow");
    guard.judge("bash", { command: "ln -s .planning late" });
    symlinkSync(".planning", join(root, "late"));
    expect(verdict("write", { filePath: "late/STATE.md", content: "" })).toBe("deny engine-owned");
  });
});

test("a work tree that is linked to the repository may be written to", () => {
  const tree = join(root, "..", "feature");
  mkdirSync(tree);
  expect(verdict("write", { filePath: join(tree, "a.ts"), content: "" })).toBe("deny outside-project");
  mkdirSync(join(root, ".git/worktrees/feature"), { recursive: true });
  writeFileSync(join(root, ".git/worktrees/feature/gitdir"), `${join(tree, ".git")}\n`);
  expect(verdict("write", { filePath: join(tree, "a.ts"), content: "" })).toBe("allow");
});

test("each verdict says what was refused, why and what to do", () => {
  const given = guard.judge("read", { filePath: ".env" });
  expect(given).toEqual({
    rule: "secret",
    posture: "deny",
    reason: ".env holds credentials",
    remedy: expect.stringContaining("Work without"),
  });
});
