import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODEL_TOOLS } from "../../../engine/command/tools.ts";
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
  ["write", { filePath: ".guild/runs/run-x/logs/v1.4-events.jsonl", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".guild/runs/run-x/run.yaml", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".guild/runs/run-x/handoffs/../run-state.json", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".guild/runs/run-x/handoffs/builder-T1.md", content: "x" }, "allow"],
  ["bash", { command: "echo done > .guild/runs/run-x/verify.md" }, "allow"],
  ["bash", { command: "rm -r .guild/runs/run-x/handoffs" }, "deny engine-owned"],
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

table("paths in other clothes", [
  ["read", { filePath: `file://${root}/%2eenv` }, "deny secret"],
  ["read", { filePath: `FILE://localhost${root}/.env` }, "deny secret"],
  ["read", { filePath: ".planning/../.env" }, "deny secret"],
  ["read", { path: ".\\.env" }, "deny secret"],
  ["read", { path: ["README.md", ".env"] }, "deny secret"],
  ["read", { files: [{ path: ".env" }] }, "deny secret"],
  ["read ", { path: ".env" }, "deny secret"],
  ["read", { path: ".e\u200bnv" }, "deny secret"],
  ["read", { filePath: "config/production.env" }, "deny secret"],
  ["read", { filePath: "~/.local/share/opencode/auth.json" }, "deny secret"],
  ["webfetch", { url: `file://${root}/.env` }, "deny secret"],
  ["write", { filePath: ".planning/\u017fTATE.md", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".planning\\STATE.md", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".planning/STATE.md. ", content: "x" }, "deny engine-owned"],
  ["write", { filePath: ".git./config", content: "x" }, "deny git-internals"],
  ["write", { filePath: ".planning/shop/STATE.md", content: "x" }, "deny engine-owned"],
  ["write", { file: ".planning/STATE.md", content: "x" }, "deny engine-owned"],
  ["read", { filePath: "docs/a file. with dots .md" }, "allow"],
  ["read", { filePath: ".env.local.example" }, "allow"],
  ["read", { filePath: "example.env" }, "allow"],
  ["webfetch", { url: "https://example.com/.env" }, "allow"],
]);

table("searches", [
  ["grep", { pattern: "x", include: ".e*" }, "deny secret"],
  ["grep", { pattern: "x", include: ["*.ts", ".env"] }, "deny secret"],
  ["grep", { pattern: "x", path: "~" }, "deny secret"],
  ["grep", { pattern: "x", path: "/" }, "deny secret"],
  ["grep", { pattern: ".env", path: "." }, "allow"],
  ["grep", { pattern: "x", glob: "!.env" }, "allow"],
  ["glob", { pattern: ".e*" }, "allow"],
]);

table("the plan, cut down in other ways", [
  ["write", { filePath: ".planning/ROADMAP.md" }, "deny curated"],
  ["write", { filePath: ".planning/ROADMAP.md", content: "\u200b".repeat(2000) }, "deny curated"],
  [
    "edit",
    { path: ".planning/ROADMAP.md", edits: JSON.stringify([{ oldText: roadmap, newText: "" }]) },
    "deny curated",
  ],
  ["edit", { path: ".planning/ROADMAP.md", edits: { oldText: roadmap, newText: "" } }, "deny curated"],
  ["edit", { path: ".planning/ROADMAP.md", edits: [], oldText: roadmap, newText: "" }, "deny curated"],
  [
    "edit",
    { path: ".planning/ROADMAP.md", edits: [{ oldText: roadmap.replaceAll("\n", "\r\n"), newText: "" }] },
    "deny curated",
  ],
  ["edit", { filePath: ".planning/ROADMAP.md", oldString: `  ${roadmap}`, newString: "" }, "deny curated"],
  ["edit", { filePath: ".planning/ROADMAP.md", oldString: `${line}\n…\n${line}`, newString: "" }, "deny curated"],
  ["multiedit", { edits: [{ filePath: ".planning/STATE.md", oldString: "a", newString: "b" }] }, "deny engine-owned"],
  ["apply_patch", patch("*** Delete File:   .planning/ROADMAP.md"), "deny curated"],
  ["apply_patch", patch("*** Delete File:.planning/ROADMAP.md"), "deny curated"],
  ["apply_patch", patch("*** Update File: src/index.ts", "*** Move to: .planning/ROADMAP.md"), "deny curated"],
  ["apply_patch", { diff: patch("*** Delete File: .planning/ROADMAP.md").patchText }, "deny curated"],
  [
    "apply_patch",
    { patchText: "diff --git a/.planning/ROADMAP.md b/x\nrename from .planning/ROADMAP.md\nrename to x\n" },
    "deny curated",
  ],
  [
    "apply_patch",
    { patchText: "diff --git a/.planning/ROADMAP.md b/.planning/ROADMAP.md\ndeleted file mode 100644\n" },
    "deny curated",
  ],
  [
    "apply_patch",
    { patchText: '--- "a/.planning/STATE.md"\n+++ "b/.planning/STATE.md"\n@@\n-a\n+b\n' },
    "deny engine-owned",
  ],
  ["apply_patch", { patchText: "--- a/.planning/STATE.md\n+++ b/x\n@@\n-a\n+b\n" }, "deny engine-owned"],
]);

table("what makes a host load the engine", [
  ["write", { filePath: "opencode.json", content: "{}" }, "ask host-settings"],
  ["write", { filePath: ".opencode/plugins/x.ts", content: "" }, "ask host-settings"],
  ["write", { filePath: ".pi/settings.json", content: "{}" }, "ask host-settings"],
  ["bash", { command: "rm -rf .pi" }, "ask host-settings"],
  ["bash", { command: "sed -i s/x/y/ node_modules/loopwright/dist/pi.js" }, "ask host-settings"],
  ["read", { filePath: "opencode.json" }, "allow"],
  ["write", { filePath: ".opencode/command/mine.md", content: "x" }, "allow"],
  ["bash", { command: "rm -rf node_modules" }, "allow"],
]);

table("commands in other clothes", [
  ["bash", { cmd: "cat .env" }, "deny secret"],
  ["shell", { command: ["bash", "-lc", "cat .env"] }, "deny secret"],
  ["bash", { command: "echo x > STATE.md", directory: ".planning" }, "deny engine-owned"],
  ["powershell", { command: "Get-Content .e`nv" }, "deny secret"],
  ["powershell", { command: "Remove-Item -Recurse -Force .planning" }, "deny planning-loss"],
  ["powershell", { command: "Set-Content .planning\\STATE.md x" }, "deny engine-owned"],
  ["powershell", { command: "Get-ChildItem" }, "allow"],
  ["mcp__shell__run", { input: { command: "rm -rf .planning" } }, "deny planning-loss"],
  ["mcp__shell__run", { command: "rm", args: ["-rf", "src/../.planning"] }, "deny unknown-tool"],
  ["mcp__shell__run", { commands: ["ls", "cat .env"] }, "deny secret"],
  ["mcp__x__python", { code: "open('.env').read()" }, "deny unreadable-shell"],
  ["mcp__x__do", { list: "README.md, .env" }, "deny unknown-tool"],
  ["mcp__x__do", { json: '{"path":".env"}' }, "deny unknown-tool"],
  ["mcp__x__do", { "./.env": true }, "deny unknown-tool"],
  ["mcp__x__do", { glob: ".planning/R*.md" }, "deny unknown-tool"],
  ["mcp__fs__write_file", { path: ".git/hooks/pre-commit" }, "deny unknown-tool"],
  ["get_and_delete", { path: ".planning/ROADMAP.md" }, "deny unknown-tool"],
  ["gsd_write_anything", { path: ".planning/STATE.md" }, "deny unknown-tool"],
  ["mcp__slack__post", { text: "see .planning/STATE.md" }, "allow"],
  ["mcp__slack__post", { text: "we no longer read .env" }, "allow"],
  ["mcp__fs__read_file", { path: ".git/config" }, "allow"],
]);

test("no tool but our own counts as ours", () => {
  for (const { name } of MODEL_TOOLS) expect(verdict(name, { path: ".planning/STATE.md" })).toBe("allow");
});

describe("a script that lies in the project is gone through where the loop is concerned", () => {
  project.write("evil.sh", "#!/bin/bash\necho x > .planning/STATE.md\n");
  project.write("decides.sh", "npx loopwright gate waive x\n");
  project.write("deploy.sh", "#!/bin/bash\nsource .env\nrm -rf /opt/app\n");
  project.write("round.sh", "bash round.sh\n. ./round.sh\n");
  project.write("x.patch", "--- a/.planning/STATE.md\n+++ b/.planning/STATE.md\n@@ -1 +1 @@\n-a\n+b\n");

  table("and left alone where not", [
    ["bash", { command: "./evil.sh" }, "deny engine-owned"],
    ["bash", { command: "cd src && sh ../decides.sh" }, "deny person-command"],
    ["bash", { command: ". ./evil.sh" }, "deny engine-owned"],
    ["bash", { command: "sh decides.sh" }, "deny person-command"],
    ["bash", { command: "patch -p1 < x.patch" }, "deny engine-owned"],
    ["bash", { command: "git apply x.patch" }, "deny engine-owned"],
    ["bash", { command: "./deploy.sh" }, "allow"],
    ["bash", { command: "bash round.sh" }, "allow"],
  ]);
});

describe("a call that is made to be hard to read is judged in bounded time", () => {
  const hard: readonly Row[] = [
    ["bash", { command: `${"$(".repeat(20_000)}` }, "allow"],
    ["bash", { command: `echo ${"{a,".repeat(2000)}${"}".repeat(2000)}` }, "allow"],
    ["bash", { command: `a=x;${"a=$a$a;".repeat(60)} cat $a` }, "allow"],
    ["bash", { command: `${"cp a b;".repeat(5000)} cat .env` }, "deny unreadable-shell"],
    ["bash", { command: `echo ${"word ".repeat(20_000)}; cat .env` }, "deny unreadable-shell"],
    ["bash", { command: `${"(".repeat(5000)} cat .env` }, "deny unreadable-shell"],
    ["glob", { pattern: "{a,b}".repeat(60) }, "allow"],
    ["grep", { pattern: "x", include: `${"**?".repeat(60)}b` }, "allow"],
    ["read", { filePath: `${"a/".repeat(50_000)}b` }, "allow"],
    ["read", { filePath: `${"../".repeat(50_000)}.env` }, "deny secret"],
    ["write", { filePath: "src/a.ts", content: "x".repeat(5_000_000) }, "allow"],
  ];
  for (const [index, [tool, args, expected]] of hard.entries()) {
    test(`${tool} ${index + 1}`, () => {
      const started = performance.now();
      expect(verdict(tool, args)).toBe(expected);
      expect(performance.now() - started).toBeLessThan(3000);
    });
  }
});

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
