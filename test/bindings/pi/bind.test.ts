import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { guardProbes } from "../../../bindings/pi/probes.ts";
import { readPresences } from "../../../bindings/shared/read-presences.ts";
import { Workplace } from "./bound-pi.ts";

let work: Workplace;
beforeEach(() => {
  work = new Workplace();
});
afterEach(() => work.remove());

const TOOLS = ["gsd_next", "gsd_point", "gsd_state", "gsd_command", "gsd_doctor"];

describe("loading", () => {
  test("makes no engine and registers nothing before the session starts", async () => {
    let engines = 0;
    const pi = work.load({}, { engineFor: () => expect.unreachable(`engine ${++engines}`) });
    expect(engines + pi.tools.size + pi.commands.size).toBe(0);
  });

  test("the start of a session registers our tools and commands", async () => {
    const { pi } = await work.start();
    expect([...pi.tools.keys()]).toEqual(TOOLS);
    expect([...pi.commands.keys()]).toEqual(["gsd-plan-phase", "gsd-help"]);
    expect(pi.tools.get("gsd_command")?.parameters).toEqual({
      type: "object",
      properties: { command: { type: "string", description: expect.any(String) } },
      required: ["command"],
    } as never);
  });

  test("names that somebody has already stay theirs and are told to the person", async () => {
    const { pi } = await work.start({ tools: ["read", "gsd_next"], commands: ["gsd-help"] });
    expect([...pi.tools.keys()]).toEqual(TOOLS.slice(1));
    expect([...pi.commands.keys()]).toEqual(["gsd-plan-phase"]);
    expect(pi.notes.map(({ text }) => text)).toEqual([
      expect.stringContaining("command gsd-help"),
      expect.stringContaining("tool gsd_next"),
    ]);
  });

  test("nothing is done in the root of a file system, and said once", async () => {
    const { pi, engine } = await work.start({ folder: "/" });
    await pi.raise("input", { text: "Hello", source: "interactive" });
    expect([pi.tools.size, engine.events, pi.notes.length]).toEqual([0, [], 1]);
    expect(await pi.raise("tool_call", { toolName: "read", toolCallId: "c", input: { path: "x" } })).toBeUndefined();
  });

  test("an engine that cannot start shuts the gate and is told once", async () => {
    const pi = work.load(
      {},
      {
        engineFor() {
          throw new Error("no disk");
        },
      },
    );
    await pi.raise("session_start", { reason: "startup" });
    await pi.raise("input", { text: "Hello", source: "interactive" });
    expect(await pi.raise("tool_call", { toolName: "read", toolCallId: "c", input: {} })).toMatchObject({
      block: true,
      reason: expect.stringContaining("engine-away"),
    });
    expect(pi.notes).toEqual([{ level: "error", text: expect.stringContaining("no disk") }]);
  });
});

describe("copies", () => {
  test("a second copy in the same session says so once and does nothing", async () => {
    const first = await work.start();
    const second = await work.start({}, { entry: "/elsewhere/loopwright.js" });
    await second.pi.raise("input", { text: "Hello", source: "interactive" });
    expect([second.pi.tools.size, second.pi.commands.size, second.engine.events.length]).toEqual([0, 0, 0]);
    expect(second.pi.notes).toHaveLength(1);
    expect(second.pi.notes[0]?.text).toContain("/somewhere/loopwright.js");
    expect(first.pi.tools.size).toBe(TOOLS.length);
  });

  test("a session beside the leading one is guarded and is a child", async () => {
    await work.start();
    const { pi, engine } = await work.start({ session: "session-2" });
    engine.answers["tool.before"] = [{ type: "deny", rule: "r", reason: "no", remedy: "Do not." }];
    expect(await pi.raise("tool_call", { toolName: "read", toolCallId: "c", input: {} })).toMatchObject({
      block: true,
    });
    await pi.raise("agent_settled", { aborted: false });
    expect(engine.heard("turn.stop", "worker.stop")).toMatchObject([
      { type: "worker.stop", session: { id: "session-2", role: "child" } },
    ]);
  });

  test("a session that never says that it starts is guarded all the same", async () => {
    const { engine } = await work.start();
    engine.answers["tool.before"] = [{ type: "deny", rule: "r", reason: "no", remedy: "Do not." }];
    const silent = work.load({ session: "session-2" }, { engineFor: () => engine });
    expect(await silent.raise("tool_call", { toolName: "read", toolCallId: "c", input: {} })).toMatchObject({
      block: true,
    });
    expect(silent.tools.size).toBe(0);
  });

  test("the end of a session closes the engine and lets the next copy in as the leading one", async () => {
    const first = await work.start();
    await first.pi.raise("session_shutdown", { reason: "reload" });
    expect(first.engine.isClosed).toBe(true);
    expect(first.engine.heard("session.end")).toMatchObject([{ reason: "reload" }]);
    const second = await work.start({}, { reason: "reload" });
    expect(second.engine.heard("session.start")).toMatchObject([{ reason: "reload", session: { role: "root" } }]);
    await first.pi.raise("input", { text: "late", source: "interactive" });
    expect(first.engine.heard("prompt.submit")).toEqual([]);
  });
});

const PROBES = guardProbes("/project");

describe("presence", () => {
  test("tells doctor what fired and that the guard denied what it must", async () => {
    await work.start();
    const [presence] = readPresences(work.folder, work.folder);
    expect(presence).toMatchObject({ host: "pi", version: "1.2.3", events: { "session.start": { count: 1 } } });
    expect(presence?.canary?.probes.map(({ denied }) => denied)).toEqual(PROBES.map(() => true));
  });

  test("the guard's probes go through the handler that the host has, and do not count as calls", async () => {
    const { pi, engine } = await work.start();
    const report = await pi.callTool("gsd_doctor", {});
    expect(report).toContain("Guards: awake");
    expect(report).toContain("PreToolUse: bound (tool_call), never fired");
    expect(engine.events.filter(({ type }) => type === "tool.before")).toHaveLength(2 * PROBES.length);
    expect(pi.notes).toEqual([]);
  });

  test("a guard that lets a probe pass is told to the person", async () => {
    const { pi, engine } = await work.start();
    engine.isAsleep = true;
    expect(await pi.callTool("gsd_doctor", {})).toContain("Guards: NOT PROVED");
    expect(pi.notes.map(({ level }) => level)).toEqual(PROBES.map(() => "error"));
  });

  test("a child does not speak for the leading session", async () => {
    await work.start();
    await work.start({ session: "session-2" }, { entry: "/elsewhere/loopwright.js" });
    expect(readPresences(work.folder, work.folder).map(({ entry }) => entry)).toEqual(["/somewhere/loopwright.js"]);
  });
});
