import { describe, expect, test } from "bun:test";
import type { Reaction } from "../../../engine/index.ts";
import { contextsIn } from "../run/at-work.ts";
import { arrive, collect, dispatch, guild, team } from "./guild-work.ts";

const MINUTE = 60_000;

function wakeIn(reactions: readonly Reaction[]): number | undefined {
  return reactions.flatMap((reaction) => (reaction.type === "wake" ? [reaction.after] : []))[0];
}

describe("a worker that goes silent", () => {
  test("is told of once, to the person and to the lead, when the time of its tier is over", async () => {
    const work = team();
    await work.begin();
    const asked = wakeIn(await dispatch(work, "t1", "scout", { prompt: "tier: cheap" }));
    expect(asked).toBe(3 * MINUTE);
    work.now += 3 * MINUTE;
    const reactions = await work.send("wake", {});
    expect(contextsIn(reactions).join()).toContain("no sign of life from scout (silent for 3 min)");
    expect(reactions).toContainEqual(expect.objectContaining({ type: "notify", level: "warning" }));
    expect(work.lines("hook_event").at(-1)).toMatchObject({ hook_name: "TeammateIdle" });
    work.now += wakeIn(reactions) ?? 0;
    expect((await work.send("wake", {})).map(({ type }) => type)).toEqual(["wake"]);
  });

  test("has until then from its last call, and is told of again when it falls silent again", async () => {
    const work = team();
    await work.begin();
    await dispatch(work, "t1", "scout");
    await arrive(work, "kid", "scout");
    work.now += 9 * MINUTE;
    await work.call("grep", {}, { child: "kid" });
    work.now += MINUTE - 1000;
    const early = await work.send("wake", {});
    expect(early).toEqual([{ type: "wake", after: 9 * MINUTE }]);
    work.now += 9 * MINUTE;
    expect(contextsIn(await work.send("wake", {}))).toHaveLength(1);
    await work.call("grep", {}, { child: "kid" });
    work.now += 10 * MINUTE;
    expect(contextsIn(await work.send("wake", {}))).toHaveLength(1);
  });

  test("is nobody's business once its lane is closed: then nobody asks to be woken", async () => {
    const work = team();
    await work.begin();
    await dispatch(work, "t1", "scout");
    await collect(work, "t1", "error");
    work.now += 20 * MINUTE;
    expect(await work.send("wake", {})).toEqual([]);
  });

  test("has the time that the settings give, whatever its tier", async () => {
    const work = team({}, { heartbeat_timeout_ms: 5000 });
    await work.begin();
    expect(wakeIn(await dispatch(work, "t1", "scout", { prompt: "tier: powerful" }))).toBe(5000);
  });
});

test("without a team nobody asks to be woken", async () => {
  const work = guild();
  await work.begin();
  expect(await dispatch(work, "t1", "scout")).toEqual([]);
  work.now += 60 * MINUTE;
  expect(await work.send("wake", {})).toEqual([]);
});

test("a worker that stops is told of with the lanes that lack a receipt, and with no others", async () => {
  const work = team();
  const run = await work.begin();
  await dispatch(work, "t1", "scout");
  await dispatch(work, "t2", "builder");
  work.write(`.guild/runs/${run}/handoffs/scout-scout.md`, "it is here");
  const told = contextsIn(await work.send("worker.stop", { outcome: "idle", session: "kid", child: true })).join();
  expect(told).toContain("builder");
  expect(told).not.toContain("scout");
});
