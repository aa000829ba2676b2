import { describe, expect, test } from "bun:test";
import { AtWork, contextsIn } from "../run/at-work.ts";
import { arrive, collect, dispatch, lanesOf, receipt, runPath, settings, team } from "./guild-work.ts";

const KEY = ["sk-", "ant-", "a1B2c3D4e5F6g7H8i9J0"].join("");

async function failing(work: AtWork, times: number, task: Parameters<typeof dispatch>[3] = {}): Promise<void> {
  for (let time = 1; time <= times; time++) {
    await dispatch(work, `t${time}`, "scout", task);
    await collect(work, `t${time}`, "error", `connection refused, token=${KEY}`);
  }
}

describe("a lane that failed", () => {
  test("is taken up again by the same task of the same agent, and by no other", async () => {
    const work = team();
    await work.begin();
    await failing(work, 1);
    await dispatch(work, "t2", "scout", { subject: "another part" });
    await dispatch(work, "t3", "builder");
    await dispatch(work, "t4", "scout", { prompt: "Try it in another way." });
    expect(lanesOf(work)).toMatchObject({
      scout: { status: "in_progress", attempt: 2 },
      "scout-2": { status: "in_progress", attempt: 1 },
      builder: { status: "in_progress", attempt: 1 },
    });
  });

  test("is taken up again after a restart too", async () => {
    const work = team();
    await work.begin();
    await failing(work, 1);
    const call = { call: "t2", agent: "scout", subject: "a part" };
    await work.send("task.dispatch", call, work.newEngine());
    expect(lanesOf(work)).toMatchObject({ scout: { status: "in_progress", attempt: 2 } });
  });

  test("is taken up by the worker that is told to go on, and by whoever names it", async () => {
    const work = team();
    await work.begin();
    await dispatch(work, "t1", "scout");
    await arrive(work, "kid", "scout");
    await collect(work, "t1", "error");
    await dispatch(work, "t2", "scout", { subject: "go on", continues: "kid" });
    await work.call("grep", { pattern: "x" }, { child: "kid" });
    expect(work.lines("tool_call").at(-1)).toMatchObject({ tool: "Grep", lane_id: "scout" });
    await collect(work, "t2", "error");
    await dispatch(work, "t3", "builder", { subject: "again", prompt: "task-id: scout. Mend it." });
    expect(lanesOf(work)).toEqual({ scout: expect.objectContaining({ status: "in_progress", attempt: 3 }) });
  });
});

describe("a lane that has failed as often as it may", () => {
  test("is dead, and leaves what a resume needs, without what must not be told", async () => {
    const work = team();
    const run = await work.begin();
    const prompt = "Tier: cheap. Depends-on: 01-01";
    await failing(work, 2, { prompt });
    expect(lanesOf(work)).toMatchObject({ scout: { status: "failed", attempt: 2 } });
    expect(work.hasInRun("lanes/scout/resume.json")).toBe(false);
    await dispatch(work, "t3", "scout", { prompt });
    const reactions = await collect(work, "t3", "error", `connection refused, token=${KEY}`);
    expect(contextsIn(reactions).join()).toContain("lane scout has failed 3 time(s) and is dead");
    expect(reactions).toContainEqual(expect.objectContaining({ type: "notify", level: "warning" }));
    expect(lanesOf(work)).toMatchObject({ scout: { status: "dead", attempt: 3, tier: "cheap" } });
    const resume = JSON.parse(work.inRun("lanes/scout/resume.json"));
    expect(resume).toMatchObject({
      schema_version: "guild.lane_resume.v1",
      run_id: run,
      lane_id: "scout",
      specialist: "scout",
      subject: "a part",
      tier: "cheap",
      attempt: 3,
      last_status: "failed",
      depends_on: ["01-01"],
      receipt_ref: null,
    });
    expect(resume.last_error_excerpt).toContain("connection refused");
    expect(resume.last_error_excerpt).not.toContain(KEY);
    expect(resume.next_action).toContain("task-id: scout");
  });

  test("can be dispatched once more, and is done when that works", async () => {
    const work = team();
    await work.begin();
    await failing(work, 3);
    await dispatch(work, "t4", "scout");
    work.write(runPath(work, "handoffs/scout-scout.md"), receipt());
    await collect(work, "t4");
    expect(lanesOf(work)).toMatchObject({ scout: { status: "done", attempt: 4 } });
  });

  test("may be left without that file, and the number of attempts is a setting", async () => {
    const work = team({}, { resume: { enabled: false, max_attempts: 1 } });
    await work.begin();
    await failing(work, 1);
    expect(lanesOf(work)).toMatchObject({ scout: { status: "dead", attempt: 1 } });
    expect(work.hasInRun("lanes/scout/resume.json")).toBe(false);
  });

  test("is nobody's news where there is no team", async () => {
    const work = new AtWork({ files: settings({ resume: { max_attempts: 1 } }) });
    await work.begin();
    await dispatch(work, "t1", "scout");
    expect(await collect(work, "t1", "error")).toEqual([]);
    expect(lanesOf(work)).toMatchObject({ scout: { status: "dead" } });
  });
});

test("a blocked worker counts as failed, and its summary is the last word", async () => {
  const work = team({}, { resume: { max_attempts: 1 } });
  await work.begin();
  await dispatch(work, "t1", "scout");
  work.write(runPath(work, "handoffs/scout-scout.md"), receipt({ status: "blocked", summary: "No access." }));
  await collect(work, "t1");
  expect(lanesOf(work)).toMatchObject({ scout: { status: "dead", tier: "mid" } });
  expect(JSON.parse(work.inRun("lanes/scout/resume.json"))).toMatchObject({
    last_error_excerpt: "No access.",
    receipt_ref: "handoffs/scout-scout.md",
  });
});

describe("the state of a run", () => {
  const state = (work: AtWork) => JSON.parse(work.inRun("run-state.json"));

  test("says where in the plan it is, as the loop knows it", async () => {
    const work = new AtWork();
    await work.begin();
    const person = { audience: "person" } as const;
    const point = (action: string, name: string, more = {}) =>
      work.engine.run("point", action, { point: name, phase: "1", ...more }, person);
    await dispatch(work, "t1", "scout");
    expect(state(work)).toMatchObject({ plan_slug: "01-first", program_id: null, wave_index: null });
    await point("enter", "execute:pre");
    await point("close", "execute:pre");
    const entered = await point("enter", "execute:wave:pre", { wave: 1 });
    expect(entered).toMatchObject({ ok: true });
    await dispatch(work, "t2", "scout");
    expect(state(work)).toMatchObject({ plan_slug: "01-first", wave_index: 1 });
  });

  test("says what the environment says before that", async () => {
    const env = { GUILD_PLAN_SLUG: "checkout", GUILD_PROGRAM_ID: "shop", GUILD_WAVE_INDEX: "2" };
    const work = new AtWork({ env });
    await work.begin();
    await dispatch(work, "t1", "scout");
    expect(state(work)).toMatchObject({ plan_slug: "checkout", program_id: "shop", wave_index: 2 });
  });

  test("keeps what another writer has put there", async () => {
    const work = new AtWork();
    const run = await work.begin();
    const before = { lanes: { T1: { status: "done", attempt: 1, note: "by hand" } }, program_id: "shop", more: [1] };
    work.write(`.planning/runs/${run}/run-state.json`, JSON.stringify(before));
    await dispatch(work, "t1", "scout", { prompt: "task-id: T1" });
    expect(state(work)).toMatchObject({ program_id: "shop", more: [1] });
    expect(state(work).lanes.T1).toMatchObject({ status: "in_progress", attempt: 2, note: "by hand" });
  });
});
