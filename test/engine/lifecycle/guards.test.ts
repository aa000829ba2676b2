import { describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../engine/index.ts";
import { AtWork, contextsIn } from "../run/at-work.ts";
import { arrive, collect, dispatch, drift, guild, lanesOf, receipt, runPath, settings, team } from "./guild-work.ts";

describe("in a project that is no Guild project", () => {
  test("nobody is nagged", async () => {
    const work = new AtWork();
    await work.begin();
    await work.prompt("go");
    await drift(work, 60);
    expect(contextsIn(await work.prompt("and on"))).toEqual([]);
    await dispatch(work, "t1", "scout");
    await drift(work, 20);
    expect(contextsIn(await work.stop())).toEqual([]);
    expect(work.hasInRun("summary.md")).toBe(false);
  });

  test("a guard works where the project turns it on", async () => {
    const work = new AtWork({ config: { loopwright: { lifecycle_gate: { enabled: true } } } });
    await work.begin();
    await work.prompt("go");
    await drift(work);
    expect(contextsIn(await work.prompt("and on"))).toHaveLength(1);
  });
});

describe("the lifecycle gate", () => {
  test("advises with the prompt that crosses the line, once, and again after as much more", async () => {
    const work = guild();
    await work.begin();
    await work.prompt("go");
    await drift(work);
    const [text = ""] = contextsIn(await work.prompt("and on"));
    expect(text).toStartWith("[GUILD LIFECYCLE GATE]");
    expect(text).toContain("20 calls");
    expect(contextsIn(await work.prompt("and on"))).toEqual([]);
    await drift(work);
    expect(contextsIn(await work.prompt("and on"))).toHaveLength(1);
  });

  test("takes a step of the loop, or a command, for work inside the lifecycle", async () => {
    const work = guild();
    await work.begin();
    await work.prompt("go");
    await drift(work, 15);
    await work.prompt("/gsd-progress", "command");
    await drift(work, 15);
    expect(contextsIn(await work.prompt("and on"))).toEqual([]);
    await work.engine.run("state", "signal-waiting", { text: "Which?" }, { audience: "person" });
    await drift(work, 15);
    expect(contextsIn(await work.prompt("and on"))).toEqual([]);
  });

  test("is waved through by a person", async () => {
    const work = guild();
    await work.begin();
    await work.prompt("go");
    await drift(work);
    expect(contextsIn(await work.prompt("go on [Guild:Gate-Override]"))).toEqual([]);
    expect(contextsIn(await work.prompt("and on"))).toEqual([]);
  });

  test("refuses once where the project says so, and corrects the next prompt", async () => {
    const work = new AtWork({ files: settings({ lifecycle_gate: { enforce: "block" } }) });
    await work.begin();
    await work.prompt("go");
    await drift(work);
    expect(await work.prompt("and on")).toMatchObject([{ type: "deny", rule: "lifecycle.gate" }]);
    const prompts = work.lines("hook_event").filter(({ hook_name: hook }) => hook === "UserPromptSubmit");
    expect(prompts).toHaveLength(1);
    expect(contextsIn(await work.prompt("and on"))).toHaveLength(1);
    expect(contextsIn(await work.prompt("and on"))).toEqual([]);
  });

  test("says nothing to a worker's process, which uses nothing up that the lead is to hear", async () => {
    const work = guild();
    await work.begin();
    await work.prompt("go");
    await drift(work);
    const worker = work.newEngine({ env: { GUILD_LANE_ID: "T1" } });
    const prompt = { text: "and on", author: "person" } as const;
    expect(contextsIn(await work.send("prompt.submit", prompt, worker)).join()).not.toContain("LIFECYCLE GATE");
    expect(contextsIn(await work.prompt("and on")).join()).toContain("LIFECYCLE GATE");
  });

  test("survives a memory that makes no sense", async () => {
    const work = guild();
    await work.begin();
    await work.prompt("go");
    await drift(work);
    work.write(`.guild/runs/${work.runFolder.split("/").at(-1)}/lifecycle-gate-state.json`, "{nonsense");
    expect(contextsIn(await work.prompt("and on"))).toHaveLength(1);
  });
});

describe("a lead with open lanes", () => {
  test("hears of it when it edits itself, until a lane is done", async () => {
    const work = guild();
    await work.begin();
    await work.prompt("go");
    await dispatch(work, "t1", "scout");
    await drift(work, 8);
    const [text = ""] = contextsIn(await work.stop());
    expect(text).toStartWith("[GUILD LEAN-LEAD]");
    expect(contextsIn(await work.stop())).toEqual([]);
    await collect(work, "t1");
    await drift(work, 8);
    expect(contextsIn(await work.stop())).toEqual([]);
    expect(lanesOf(work).scout).toMatchObject({ status: "done", attempt: 1 });
  });

  test("is left alone while the loop goes on by itself", async () => {
    const work = guild({ config: { loopwright: { continuation: { enabled: true } } } });
    await work.begin();
    await work.prompt("go");
    await dispatch(work, "t1", "scout");
    await drift(work, 8);
    const reactions = await work.stop();
    expect(reactions.map(({ type }) => type)).toEqual(["continue"]);
  });
});

describe("workers", () => {
  test("work at the lane of the call that made them; two of one kind have two", async () => {
    const work = guild();
    await work.begin();
    for (const [call, kid] of [
      ["t1", "kid-1"],
      ["t2", "kid-2"],
    ] as const) {
      await dispatch(work, call, "scout");
      await arrive(work, kid, "scout");
      await work.call("grep", { pattern: "x" }, { child: kid });
    }
    expect(work.lines("specialist_dispatch").map(({ lane_id: lane }) => lane)).toEqual(["scout", "scout-2"]);
    const grep = work.lines("tool_call").filter(({ tool }) => tool === "Grep");
    expect(grep.map(({ lane_id: lane }) => lane)).toEqual(["scout", "scout-2"]);
  });

  test("that fail leave a failed lane", async () => {
    const work = guild();
    await work.begin();
    await dispatch(work, "t1", "scout");
    await collect(work, "t1", "error");
    expect(lanesOf(work).scout).toMatchObject({ status: "failed" });
  });
});

describe("a team", () => {
  test("is told of a task without a contract, or refused it", async () => {
    const vague = { tool: "task", call: "t1", args: { subagent_type: "scout", description: "a part", prompt: " " } };
    const advised = team();
    await advised.begin();
    expect(contextsIn(await advised.send("tool.before", vague)).join()).toContain("no_output_contract");
    const refused = team({ enforce: "block" });
    await refused.begin();
    expect(await refused.send("tool.before", vague)).toMatchObject([{ type: "deny", rule: "team.task-created" }]);
  });

  test("hands in receipts: the lane has what they say, and the learnings are kept", async () => {
    const work = team();
    await work.begin();
    await dispatch(work, "t1", "scout");
    work.write(runPath(work, "handoffs/scout-scout.md"), receipt({ status: "blocked", learnings: ["Ask first."] }));
    expect(await collect(work, "t1")).toEqual([]);
    expect(lanesOf(work).scout).toMatchObject({
      status: "failed",
      receipt_ref: "handoffs/scout-scout.md",
    });
    expect(JSON.parse(work.inRun("learnings/scout-scout.json")).learnings).toEqual(["Ask first."]);
    expect(work.lines("specialist_receipt")).toHaveLength(1);
  });

  test("is told of a worker that ended without one, and of who is idle", async () => {
    const work = team();
    await work.begin();
    await dispatch(work, "t1", "scout");
    await dispatch(work, "t2", "builder");
    expect(contextsIn(await collect(work, "t1")).join()).toContain("without a receipt");
    await work.call("grep", {}, { child: "kid" });
    expect(await work.send("worker.stop", { outcome: "idle", session: "kid", child: true })).toMatchObject([
      { type: "context", text: expect.stringContaining("builder (silent)") },
      { type: "notify", text: expect.stringContaining("builder (silent)") },
    ]);
  });
});

describe("a report in the run's folder", () => {
  test("says how its gate stands", async () => {
    const work = guild();
    await work.begin();
    const file = `${work.runFolder}/verify.md`;
    work.write(file.slice(work.root.length + 1), "Overall status: pass ✗\n");
    await work.call("write", { filePath: file, content: "" });
    expect(work.inRun("run.yaml")).toContain('gates: {"verify-done":{"posture":"auto","outcome":"pass"');
    work.write(file.slice(work.root.length + 1), "Overall status: fail\n");
    await work.send("file.changed", { path: file });
    expect(work.inRun("run.yaml")).toContain('"outcome":"fail"');
  });

  test("is noted from what a shell wrote, which no host tells of", async () => {
    const work = guild();
    await work.begin();
    work.write(runPath(work, "review.md"), "All of it ✓\n");
    await work.call("bash", { command: `cd ${runPath(work, "")} && printf 'All of it ✓' > review.md` });
    expect(work.inRun("run.yaml")).toContain('gates: {"review":{"posture":"auto","outcome":"pass"');
  });
});

describe("a receipt that was written", () => {
  const bad = receipt({ tier: "huge" });

  test("is criticised, or refused where the project says so", async () => {
    for (const [defaults, wanted] of [
      [{}, { type: "context", text: expect.stringContaining("invalid_block, tier") }],
      [{ handoff_lint: { enforce: "block" } }, { type: "deny", rule: "handoff.format" }],
    ] as const) {
      const work = new AtWork({ files: settings(defaults) });
      await work.begin();
      work.write("notes/handoffs/a.md", bad);
      expect(await work.call("write", { filePath: "notes/handoffs/a.md", content: bad })).toMatchObject([wanted]);
    }
  });

  test("is refused where the environment asks for it, also in a project that is no Guild project", async () => {
    for (const [value, wanted] of [
      ["1", [{ type: "deny", rule: "handoff.format" }]],
      ["true", []],
    ] as const) {
      const work = new AtWork({ env: { GUILD_COMMS_FORMAT_ENFORCE: value } });
      await work.begin();
      work.write("notes/handoffs/a.md", bad);
      expect(await work.call("write", { filePath: "notes/handoffs/a.md", content: bad })).toMatchObject([...wanted]);
    }
  });

  test("is nobody's business elsewhere", async () => {
    const work = new AtWork();
    await work.begin();
    work.write("shop/receipts/a.md", "# 12.50\n");
    expect(await work.call("write", { filePath: "shop/receipts/a.md", content: "" })).toEqual([]);
  });

  test("keeps no credential, whatever wrote it and from where", async () => {
    const secret = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    for (const [tool, args] of [
      ["write", (file: string) => ({ filePath: file, content: "words" })],
      ["write", (file: string) => ({ filePath: `../${file}`, content: "words" })],
      ["bash", (file: string) => ({ command: `cat > ../${file} <<'END'\nwords\nEND` })],
    ] as const) {
      const work = guild();
      await work.begin();
      const file = runPath(work, "handoffs/a.md");
      const given = args(file);
      const folder = JSON.stringify(given).includes("../") ? `${work.root}/src` : work.root;
      await work.send("session.start", { reason: "startup", folder });
      work.write(file, `${receipt()}\n${secret}\n`);
      await work.call(tool, given);
      expect(work.read(file)).not.toContain(secret);
      expect(work.read(file)).toContain("It works.");
    }
  });
});

describe("a file that cannot be cleaned", () => {
  const broken = { secrets_policy: { redaction_patterns: ["("] } };
  const work = () => new AtWork({ files: { ".guild/settings.json": JSON.stringify(broken) } });

  test("is taken out of the way, or away, and the security log has it", async () => {
    for (const [path, blocked, left] of [
      [".guild/wiki/a.md", false, true],
      [".planning/wiki/a.md", false, true],
      [".guild/wiki/b.md", true, false],
    ] as const) {
      const project = work();
      await project.begin();
      project.write(path, "words\n");
      if (blocked) project.write(`${path}.quarantined/full`, "");
      const [note] = await project.call("write", { filePath: path, content: "words\n" });
      expect(note).toMatchObject({ type: "notify", level: "warning" });
      expect(existsSync(join(project.root, path))).toBe(false);
      expect(statSync(join(project.root, `${path}.quarantined`)).isFile()).toBe(left);
      expect(project.inRun("logs/security-events.jsonl")).toContain("secret_scrub_blocked");
    }
  });
});

describe("at its end a run", () => {
  test("has its reports or is told which are missing, its summary, and its learning checkpoints", async () => {
    const work = guild();
    await work.begin();
    await work.prompt("go");
    await work.call("edit", { filePath: "src/a.ts" });
    await work.send("worker.stop", { outcome: "idle", agent: "scout", session: "kid", child: true });
    expect(contextsIn(await work.stop()).join()).toContain("GUILD_REFLECT");
    expect(work.inRun("summary.md")).toContain("files_touched_count: 1");
    await work.engine.run("run", "close", {}, { audience: "person" });
    await work.stop();
    const id = work.runFolder.split("/").at(-1);
    expect(work.inRun(`learning/development-${id}.yaml`)).toContain("backstop: true");
  });

  test("whose lanes are all done is told which reports are missing", async () => {
    const work = new AtWork({ files: settings({ agent_team: { enabled: true } }) });
    await work.begin();
    await work.prompt("go");
    await dispatch(work, "t1", "scout");
    const id = work.runFolder.split("/").at(-1);
    work.write(`.guild/runs/${id}/handoffs/scout-scout.md`, receipt());
    await collect(work, "t1");
    expect(contextsIn(await work.stop()).join()).toContain("review.md and verify.md is missing");
    expect(contextsIn(await work.stop())).toEqual([]);
  });
});

test("what the host makes of each guard, as it is set, can be asked for", async () => {
  const views = async (defaults: object) => {
    const work = new AtWork({ files: settings(defaults) });
    const shown = await work.engine.run("lifecycle", "show", {}, { audience: "model" });
    const guards = shown.ok ? ((shown.data as JsonObject).guards as readonly JsonObject[]) : [];
    return (name: string) => guards.find(({ guard }) => guard === name);
  };
  const advising = await views({});
  expect(advising("lifecycle gate")).toMatchObject({
    on: true,
    posture: "advise",
    receipt: { schema_version: "guild.degradation_receipt.v1", rung: "emulated" },
  });
  expect(advising("team checks")).toMatchObject({ on: false });
  const blocking = await views({ lifecycle_gate: { enforce: "block" } });
  expect(blocking("lifecycle gate")).toMatchObject({ posture: "block", receipt: { degraded: true } });
  expect(blocking("lifecycle gate")).not.toMatchObject({ receipt: advising("lifecycle gate")?.receipt });
  expect(blocking("close gate")).toMatchObject({ posture: "advise" });
});
