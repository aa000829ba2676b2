import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPhasesLog, withPhase, withStatus } from "../../../engine/run/run-header.ts";
import { isCanonicalRunId, isSafeId, runIdAt, slugOf } from "../../../engine/run/safe-id.ts";
import { yaml } from "../../../engine/yaml.ts";
import { AtWork } from "./at-work.ts";

const KEYS =
  "schema_version run_id command arguments cwd target_kind workspace project host model_tier_policy started_at ignore_policy scan_policy run_scope initiative_attachment independent_run_group entry_prompt_ref config_snapshot_ref capability_start_snapshot_ref attachment_resolution phase run_class gates status phases_log settings_ref";

/** Credential-shaped, and put together here so that no file holds one. */
const SECRET = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");

describe("the header of a run", () => {
  test("has the known keys in their order, and the phase that the step stands for", async () => {
    const work = new AtWork();
    const id = await work.begin("execute");
    const header = yaml().parse(work.inRun("run.yaml"));
    expect(Object.keys(header)).toEqual(KEYS.split(" "));
    expect(header).toMatchObject({ run_id: id, phase: "build", status: "open", run_class: "full" });
    expect(header.phases_log).toEqual([{ phase: "build", at: "2026-03-01T10:00:00.000Z" }]);
    expect(isCanonicalRunId(id)).toBe(true);
  });

  test("keeps every other byte when status or phase change", () => {
    const before =
      "run_id: run-x\r\n# by hand\r\nphase: plan\r\nphases_log:\r\n  - phase: plan\r\n    at: t0\r\nstatus: open\r\nextra: [1]\r\n";
    const after = withPhase(withStatus(before, "closed"), "build", "t1");
    expect(after).toContain("run_id: run-x\r\n# by hand\r\nphase: build\r\n");
    expect(after).toEndWith("status: closed\r\nextra: [1]\r\n");
    expect(readPhasesLog(after)).toEqual([
      { phase: "plan", at: "t0" },
      { phase: "build", at: "t1" },
    ]);
  });

  test("a log of phases is read in block and in flow form", () => {
    const entries = [
      { phase: "plan", at: "t0" },
      { phase: "build", at: null },
    ];
    expect(readPhasesLog("phases_log: [{phase: plan, at: t0}, {phase: build}]\nstatus: open\n")).toEqual(entries);
    expect(readPhasesLog("phases_log:\n- phase: plan\n  at: t0\n- phase: build\n")).toEqual(entries);
  });
});

describe("a run", () => {
  test("lies under .guild where a project has that", async () => {
    const work = new AtWork({ files: { ".guild/settings.json": "{}" } });
    const id = await work.begin();
    expect(existsSync(join(work.root, ".guild", "runs", id, "run.yaml"))).toBe(true);
    expect(existsSync(join(work.root, ".planning", "runs"))).toBe(false);
  });

  test("lies where the environment says, when that is an absolute path", async () => {
    const other = join(new AtWork().root, "elsewhere", "run-given");
    const given = new AtWork({ env: { GUILD_RUN_DIR: other, GUILD_RUN_ID: "run-given" } });
    expect(await given.begin()).toBe("run-given");
    expect(existsSync(join(other, "logs", "v1.4-events.jsonl"))).toBe(true);
    const relative = new AtWork({ env: { GUILD_RUN_DIR: "elsewhere" } });
    expect(isCanonicalRunId(await relative.begin())).toBe(true);
  });

  test("is the same for the next process, and closes with what it was", async () => {
    const work = new AtWork();
    await work.begin("plan");
    work.now += 5000;
    await work.begin("execute");
    const other = work.newEngine();
    const closed = await other.run("run", "close", { reason: "enough" }, { audience: "person" });
    expect(closed.ok).toBe(true);
    const [marker] = work.lines("run_closed");
    const provenance = JSON.parse(work.inRun("provenance.json"));
    expect(provenance).toMatchObject({ status: "closed", benchmark_eligible: true, retention_class: "one-off-90d" });
    expect(provenance.terminal_trace_event.event_id).toBe(String(marker?.event_id));
    expect(work.inRun("run.yaml")).toContain("status: closed");
    expect(work.lines("phase_end")).toMatchObject([
      { phase: "plan", duration_ms: 5000, status: "ok" },
      { phase: "execute", duration_ms: 0 },
    ]);
    expect((await work.engine.run("run", "show", {}, { audience: "person" })).ok).toBe(false);
  });

  test("with a pointer that leads out of the folder is no run", async () => {
    const work = new AtWork();
    mkdirSync(work.runsFolder, { recursive: true });
    writeFileSync(join(work.runsFolder, "current-run-id"), "../../phases\n");
    expect((await work.engine.run("run", "show", {}, { audience: "person" })).ok).toBe(false);
  });

  test("does not begin while the environment asks for a retention that makes no sense", async () => {
    const work = new AtWork({ env: { GUILD_LOG_RETENTION: "lots" } });
    expect(work.begin()).rejects.toThrow("GUILD_LOG_RETENTION");
  });

  test("that has come to a step stays open when a turn ends", async () => {
    const work = new AtWork();
    await work.begin();
    await work.prompt("go");
    await work.stop();
    expect(work.lines("run_closed")).toEqual([]);
  });
});

describe("the lines of a run", () => {
  test.each([
    ["once", "ok", ["tool_asked", "tool_allowed"]],
    ["reject", "denied", ["tool_asked", "tool_denied"]],
    [null, "denied", ["tool_asked", "tool_denied"]],
  ] as const)("say what a person answered (%p) to a question of the guard", async (answer, outcome, events) => {
    const work = new AtWork();
    await work.begin();
    const call = { tool: "bash", call: "c1", args: { command: "git push --force" } };
    expect(await work.send("tool.before", call)).toMatchObject([{ type: "ask" }]);
    if (answer !== null) await work.send("permission.answered", { request: "c1", answer });
    await work.send("tool.after", { ...call, outcome, result: "" });
    const ofGuard = work.lines().filter(({ event }) => /^tool_(?:asked|allowed|denied)$/.test(event));
    expect(ofGuard).toMatchObject(
      events.map((event) => ({ event, session_id: "lead", call_id: "c1", tool: "bash", rule: "git-history" })),
    );
  });

  test("hold failed and denied calls like those that worked", async () => {
    const work = new AtWork();
    await work.begin();
    await work.call("bash", { command: "false" }, { outcome: "error", result: "exit 1" });
    await work.call("read", { filePath: join(work.root, ".env") }, { outcome: "denied", result: "Denied (x)" });
    expect(work.lines("tool_denied")).toHaveLength(1);
    expect(work.lines("tool_call")).toMatchObject([
      { tool: "Bash", status: "err", latency_ms: 1000, result_excerpt_redacted: "exit 1" },
      { tool: "Read", status: "err", result_excerpt_redacted: "Denied (x)" },
    ]);
    expect(String(work.lines("tool_call")[1]?.command_redacted)).toContain(".env");
  });

  test("say whose call it was", async () => {
    const work = new AtWork();
    await work.begin();
    await work.send("session.start", {
      reason: "startup",
      folder: work.root,
      agent: "scout",
      session: "kid",
      child: true,
    });
    await work.call("grep", { pattern: "x" }, { child: "kid" });
    await work.call("grep", { pattern: "x" }, { child: "stranger" });
    expect(work.lines("tool_call").map(({ lane_id: lane }) => lane)).toEqual(["scout", "unattributed-worker"]);
  });

  test("never hold a credential", async () => {
    const work = new AtWork();
    await work.begin();
    await work.prompt(`use ${SECRET}`);
    await work.call("bash", { command: `curl -H token:${SECRET}` }, { result: `it is ${SECRET}` });
    expect(work.inRun("logs/v1.4-events.jsonl")).not.toContain(SECRET);
  });

  test("survive a line that a kill went through", async () => {
    const work = new AtWork();
    await work.begin();
    appendFileSync(join(work.runFolder, "logs", "v1.4-events.jsonl"), '{"ts":"2026');
    const other = work.newEngine();
    await work.send("tool.before", { tool: "grep", call: "c", args: {} }, other);
    await work.send("tool.after", { tool: "grep", call: "c", outcome: "ok", result: "found" }, other);
    const text = work.inRun("logs/v1.4-events.jsonl").split("\n");
    expect(JSON.parse(text.at(-2) ?? "")).toMatchObject({ event: "tool_call", tool: "Grep" });
    expect(text.at(-3)).toBe('{"ts":"2026');
  });
});

describe("ids", () => {
  test("that are safe name nothing but a file", () => {
    expect(["run-1", "a.b", "x".repeat(120)].every(isSafeId)).toBe(true);
    expect(["", ".", "..", "a/b", "a b", "x".repeat(121), null].some(isSafeId)).toBe(false);
  });

  test("of new runs are a real second and a slug, and stay safe beside a run of the same name", () => {
    const at = Date.parse("2026-02-28T23:59:59.999Z");
    expect(runIdAt(at, "map")).toBe("run-20260228-235959-map");
    expect(isCanonicalRunId("run-20260230-000000-map")).toBe(false);
    const slug = slugOf("", "Café — Kasse".repeat(20)) ?? "";
    expect(isCanonicalRunId(runIdAt(at, slug))).toBe(true);
    expect(isCanonicalRunId(runIdAt(at, slug, "123e4567-e89b-42d3-a456-426614174000"))).toBe(true);
  });
});

test("what the guard is tried with leaves nothing in the record, and no call that would have to be ended", async () => {
  const work = new AtWork();
  await work.begin();
  const before = work.lines().length;
  const probe = { session: "loopwright-canary", tool: "bash", call: "probe" };
  for (const command of ["cat .env", "git push --force"]) {
    expect(await work.send("tool.before", { ...probe, args: { command } })).toMatchObject([
      { rule: expect.any(String) },
    ]);
  }
  expect(work.lines()).toHaveLength(before);
  work.now += 6 * 60_000;
  await work.call("read", { filePath: "README.md" });
  expect(work.lines("tool_call")).toHaveLength(1);
});
