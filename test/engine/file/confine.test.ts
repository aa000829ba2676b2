import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { confine } from "../../../engine/file/confine.ts";

const parent = realpathSync(mkdtempSync(join(tmpdir(), "confine-")));
const root = join(parent, "home");
mkdirSync(join(root, "skills"), { recursive: true });
mkdirSync(join(parent, "homeX"));
writeFileSync(join(root, "file"), "");
symlinkSync(parent, join(root, "link"));
symlinkSync(join(root, "skills"), join(root, "inner"));
symlinkSync(join(parent, "gone"), join(root, "dangling"));
symlinkSync(root, join(parent, "alias"));

const ok = "ok";
const cases: readonly (readonly [candidate: unknown, descriptor: string, state: string])[] = [
  ["skills", ok, ok],
  ["skills/new/deep.md", ok, ok],
  [".", "root_itself", "root_itself"],
  ["./", "root_itself", "root_itself"],
  ["skills/..", "path_traversal", "path_traversal"],
  ["../home", "path_traversal", "path_traversal"],
  ["", "bad_path", "bad_path"],
  ["../out", "path_traversal", "path_traversal"],
  ["a/../../out", "path_traversal", "path_traversal"],
  ["..", "path_traversal", "path_traversal"],
  ["/etc/x", "absolute_path", "absolute_path"],
  [join(root, "skills/x"), "absolute_path", ok],
  [join(parent, "alias/skills/x"), "absolute_path", "absolute_path"],
  [root, "absolute_path", "root_itself"],
  [join(parent, "homeX/x"), "absolute_path", "absolute_path"],
  ["link/x", "symlink_refused", "symlink_refused"],
  ["inner/x", "symlink_refused", "symlink_refused"],
  ["dangling", "symlink_refused", "symlink_refused"],
  ["dangling/x", "symlink_refused", "symlink_refused"],
  ["file/x", "not_a_directory", "not_a_directory"],
  ["skills\0x", "bad_path", "bad_path"],
  ["skills\nx", "bad_path", "bad_path"],
  ["skills\ud800", "bad_path", "bad_path"],
  ["a\\..\\..\\x", "path_traversal", "path_traversal"],
  ["C:\\x", "absolute_path", "absolute_path"],
  ["\\\\srv\\share", "absolute_path", "absolute_path"],
  ["//srv/share", "absolute_path", "absolute_path"],
  ["skills/a:b", "bad_name", ok],
  ["nul", "bad_name", ok],
  ["skills/Com1.txt", "bad_name", ok],
  ["skills/ ", "bad_name", ok],
  ["a\\b", "bad_name", ok],
  ["~/.ssh", "absolute_path", "absolute_path"],
  ["$HOME/x", ok, ok],
  ["%2e%2e/x", ok, ok],
  ["x".repeat(200).concat("/").repeat(19).concat("y"), ok, ok],
  ["x".repeat(4097), "bad_path", "bad_path"],
  [".git/config", "protected_name", "protected_name"],
  ["a/.GIT/x", "protected_name", "protected_name"],
  ["a/.g\u200cit/x", "protected_name", "protected_name"],
  [7, "bad_path", "bad_path"],
  [null, "bad_path", "bad_path"],
];

describe.each(["descriptor", "state"] as const)("%s policy", (policy) => {
  test.each(cases)("%j", (candidate, descriptor, state) => {
    const answer = confine(root, candidate, policy);
    expect(answer.ok ? ok : answer.code).toBe(policy === "descriptor" ? descriptor : state);
  });
});

test("the answer is below the real root, also through a linked root", () => {
  const linked = join(parent, "alias");
  expect(confine(linked, "skills//./x", "state")).toEqual({ ok: true, abs: join(root, "skills/x"), rel: "skills/x" });
  expect(confine(linked, join(linked, "skills/x"), "state")).toMatchObject({ ok: true, rel: "skills/x" });
  expect(confine(linked, join(root, "skills/x"), "state")).toMatchObject({ ok: true, rel: "skills/x" });
});

test("the root of the file system and the home are no roots", () => {
  expect(confine("/", "x", "state")).toEqual({ ok: false, code: "bad_root" });
  expect(confine(homedir(), "x", "state")).toEqual({ ok: false, code: "bad_root" });
  expect(confine(root, "x", "state", root)).toEqual({ ok: false, code: "bad_root" });
  expect(confine(join(parent, "nowhere"), "x", "state")).toEqual({ ok: false, code: "bad_root" });
});
