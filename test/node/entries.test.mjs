import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const dist = (name) => join(ROOT, "dist", name);
const home = mkdtempSync(join(tmpdir(), "loopwright-node-home-"));
const project = mkdtempSync(join(tmpdir(), "loopwright-node-"));
cpSync(join(ROOT, "try", "sample"), project, { recursive: true });
process.env.GSD_HOME = home;

after(() => {
  for (const folder of [home, project]) rmSync(folder, { recursive: true, force: true });
});

const answered = async () => ({ data: undefined });
const client = {
  app: { log: answered },
  session: { get: async ({ path }) => ({ data: { id: path.id } }), promptAsync: answered },
  tui: { showToast: answered },
};
const { default: plugin } = await import(dist("opencode.js"));

async function hooks(options) {
  const bound = await plugin.server({ client, directory: project, worktree: project }, options);
  await bound.config({});
  return bound;
}

function write(bound, file) {
  return bound["tool.execute.before"](
    { tool: "write", sessionID: "ses_1", callID: "call_1" },
    { args: { filePath: join(project, file), content: "x" } },
  );
}

test("the OpenCode plugin guards under Node, as the desktop program runs it", async () => {
  const bound = await hooks();
  await assert.rejects(write(bound, ".planning/STATE.md"), /Denied \(engine-owned\)/);
  await write(bound, "src/new.js");
  await bound.dispose();
});

test("its tools take arguments that may be left out", async () => {
  const bound = await hooks();
  const { gsd_point: point } = bound.tool;
  assert.equal(point.args.action.safeParse("enter").success, true);
  assert.equal(point.args.ticket.safeParse(undefined).success, true);
  await bound.dispose();
});

test("a step begins, a point is entered, and a second process sees the same", async () => {
  const bound = await hooks();
  const parts = [{ type: "text", text: "" }];
  await bound["command.execute.before"](
    { command: "gsd-discuss-phase", sessionID: "ses_1", arguments: "1" },
    { parts },
  );
  assert.match(parts[0].text, /# Work order: discuss, phase 1/);
  const seen = execFileSync(process.execPath, [dist("cli.js"), "run", "show", "--json"], {
    cwd: project,
    encoding: "utf8",
  });
  assert.equal(JSON.parse(seen).step.step, "discuss");
  await bound.dispose();
});

test("the engine in a child process guards as well", async () => {
  const bound = await hooks({ engine: "child" });
  await assert.rejects(write(bound, ".planning/STATE.md"), /Denied \(engine-owned\)/);
  await write(bound, "src/new.js");
  await bound.dispose();
});

test("the command line answers in the reference's words", () => {
  const run = (...args) =>
    execFileSync(process.execPath, [dist("cli.js"), ...args], { cwd: project, encoding: "utf8" });
  const hooksAt = JSON.parse(run("loop", "render-hooks", "plan:pre", "--raw"));
  assert.equal(hooksAt.point, "plan:pre");
  assert.ok(hooksAt.activeHooks.some(({ capId }) => capId === "research"));
  assert.equal(JSON.parse(run("state", "json")).milestone, "v1.0");
});

test("the engine is there for third parties", async () => {
  const { createEngine, negotiate } = await import(dist("engine.js"));
  const engine = createEngine({
    root: project,
    home,
    host: "test",
    env: process.env,
    content: { capabilities: [], workflows: {} },
  });
  const args = { filePath: join(project, ".env") };
  const [reaction] = await engine.handle({
    type: "tool.before",
    session: { id: "s", role: "child" },
    at: 1,
    tool: "read",
    call: "c",
    args,
  });
  assert.equal(reaction.type, "deny");
  assert.equal(negotiate({}).effective.embeddingMode, "declarative");
});
