import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type ChildEngine, type ChildEngineOptions, createChildEngine } from "../../../bindings/child/child-engine.ts";
import type { EngineEvent, EnginePort, RecordEntry } from "../../../engine/index.ts";
import { bundle } from "./bundle.ts";
import { createFixtureEngine } from "./fixture-engine.ts";
import { type Lifeline, openLifeline } from "./lifeline.ts";
import { ManualClock } from "./manual-clock.ts";
import { temporaryFolder } from "./temporary-folder.ts";

setDefaultTimeout(30_000);

const folder = temporaryFolder();
const running: ChildEngine[] = [];
let entry: string;
let lifeline: Lifeline;

beforeAll(async () => {
  entry = await bundle("fixture-entry.ts", folder.path);
});
beforeEach(async () => {
  lifeline = await openLifeline();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((engine) => engine.close()));
  lifeline.close();
});
afterAll(() => folder.remove());

const RUNTIMES = [
  { name: "bun", command: process.execPath, args: [], env: {} },
  { name: "node", command: "node", args: [], env: {} },
];
const MODEL = { audience: "model" } as const;
const COMMON = { session: { id: "s", role: "root" }, at: 1 } as const;
const TRACE: readonly EngineEvent[] = [
  { ...COMMON, type: "session.start", reason: "startup", folder: "/project" },
  { ...COMMON, type: "prompt.submit", text: "Grüße ✓\u2028\n\"'", author: "person" },
  { ...COMMON, type: "tool.before", tool: "read", call: "c", args: { path: ".env" } },
  { ...COMMON, type: "turn.stop", outcome: "idle" },
];
const prompt = (text: string): EngineEvent => ({ ...COMMON, type: "prompt.submit", text, author: "person" });

describe.each(RUNTIMES)("an engine in a child process on $name", (runtime) => {
  const start = (options: Partial<ChildEngineOptions> = {}) => {
    const folders = { root: folder.path, home: folder.path };
    const engine = createChildEngine({ entry, ...folders, candidates: [runtime], helloWithinMs: 20_000, ...options });
    running.push(engine);
    return engine;
  };
  const next = (engine: EnginePort, name: string) =>
    new Promise<void>((resolve) => {
      engine.on((entry) => entry.event === "transition" && entry.name === name && resolve());
    });

  test("reacts, answers and records as the same engine does in-process", async () => {
    const observe = async (engine: EnginePort) => {
      const entries: RecordEntry[] = [];
      engine.on((entry) => entries.push(entry));
      const reactions = [];
      for (const event of TRACE) reactions.push(await engine.handle(event));
      const answers = [
        await engine.run("test", "echo", { deep: [{ a: null }] }, { audience: "person", session: COMMON.session }),
        await engine.run("test", "nothing", {}, MODEL),
        await engine.wouldRun("verify", "run", {}),
      ];
      return { reactions, answers, entries };
    };
    expect(await observe(start())).toEqual(await observe(createFixtureEngine({})));
  });

  test("is created from the given options and says in hello what it is", async () => {
    const engine = start({ options: { host: "opencode" } });
    const { data } = (await engine.run("test", "options", {}, MODEL)) as { data: unknown };
    expect(data).toEqual({ host: "opencode", root: folder.path, home: folder.path });
    const hello = { loopwright: "1.2.3", runtime: runtime.name, negotiation: { host: "opencode" } };
    expect(engine.status()).toMatchObject({ state: "ready", candidate: runtime.name, hello });
  });

  test("an error arrives with its code, remedy and data", async () => {
    const remedy = "Write inside the project.";
    const error = { name: "EngineError", code: "PATH_REFUSED", remedy, data: { path: "../x" } };
    await expect(start().run("test", "fail", {}, MODEL)).rejects.toMatchObject(error);
  });

  test("a defect of the engine counts as no answer and the child stays", async () => {
    const engine = start();
    await expect(engine.run("test", "break", {}, MODEL)).rejects.toMatchObject({ code: "ENGINE_AWAY" });
    expect(engine.status().state).toBe("ready");
  });

  test("an event of 5 MB passes both ways", async () => {
    const text = "é0123456789abcde".repeat(310_000);
    expect(await start().handle(prompt(text))).toEqual([{ type: "context", text }]);
  });

  test("what the wire cannot hold is refused and the child stays", async () => {
    const engine = start();
    const huge = "x".repeat(17 * 1024 * 1024);
    await expect(engine.handle(prompt(huge))).rejects.toMatchObject({ code: "EVENT_INVALID" });
    expect(await engine.handle(prompt("small"))).toHaveLength(1);
  });

  test("a slow answer does not hold up the next one", async () => {
    const engine = start();
    const slow = engine.run("test", "wait", {}, MODEL);
    expect(await engine.handle(prompt("meanwhile"))).toHaveLength(1);
    await engine.run("test", "release", {}, MODEL);
    expect(await slow).toMatchObject({ data: "released" });
  });

  test("what a library prints does not reach the wire", async () => {
    const child = Bun.spawn([runtime.command, entry, "--engine-child", '{"nonce":"n","options":{}}'], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    const params = { family: "test", subcommand: "shout", args: {}, caller: MODEL };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "run", params })}\n`);
    child.stdin.end();
    const lines = (await new Response(child.stdout).text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ nonce: "n" }, { id: 1 }]);
    expect(await new Response(child.stderr).text()).toContain("a library says something");
    expect(await child.exited).toBe(0);
  });

  test("killed in the middle of a request it is away, and comes back after the pause", async () => {
    const clock = new ManualClock();
    const engine = start({ clock });
    const waiting = next(engine, "waiting");
    const request = engine.run("test", "wait", {}, MODEL).catch((cause: unknown) => cause);
    await waiting;
    const before = engine.status();
    if (before.state !== "ready" || before.pid === undefined) throw new Error("not ready");
    process.kill(before.pid, "SIGKILL");

    expect(await request).toMatchObject({ name: "EngineError", code: "ENGINE_AWAY" });
    await expect(engine.handle(prompt("still away"))).rejects.toMatchObject({ code: "ENGINE_AWAY" });
    clock.advance(249);
    await expect(engine.handle(prompt("still away"))).rejects.toMatchObject({ code: "ENGINE_AWAY" });
    clock.advance(1);
    expect(await engine.handle(prompt("back"))).toHaveLength(1);
    const after = engine.status();
    expect(after.state === "ready" && after.pid !== before.pid).toBe(true);
  });

  test("one that no longer reads is given up, killed and replaced", async () => {
    const clock = new ManualClock();
    const engine = start({ clock, options: { lifeline: lifeline.port }, deadlines: { run: 5_000 } });
    const blocking = next(engine, "blocking");
    const request = engine.run("test", "block", {}, MODEL).catch((cause: unknown) => cause);
    await blocking;
    const child = await lifeline.next();
    clock.advance(5_000);
    expect(await request).toMatchObject({ code: "ENGINE_AWAY" });
    clock.advance(2_000);
    await child.gone;
    await expect(engine.handle(prompt("away"))).rejects.toMatchObject({ code: "ENGINE_AWAY" });
    clock.advance(250);
    expect(await engine.handle(prompt("back"))).toHaveLength(1);
  });

  test("closing ends the child; afterwards it is away", async () => {
    const engine = start({ options: { lifeline: lifeline.port } });
    await engine.handle(prompt("hello"));
    const child = await lifeline.next();
    await Promise.all([engine.close(), engine.close()]);
    await child.gone;
    expect(engine.status().state).toBe("closed");
    await expect(engine.handle(prompt("late"))).rejects.toMatchObject({ code: "ENGINE_AWAY" });
  });

  test("closing kills a child that does not end with its stdin", async () => {
    const clock = new ManualClock();
    const engine = start({ clock, options: { lifeline: lifeline.port } });
    const blocking = next(engine, "blocking");
    const request = engine.run("test", "block", {}, MODEL).catch((cause: unknown) => cause);
    await blocking;
    const child = await lifeline.next();
    const closed = engine.close();
    clock.advance(2_000);
    await closed;
    await child.gone;
    expect(await request).toMatchObject({ code: "ENGINE_AWAY" });
  });

  test("closing during the start leaves nothing running", async () => {
    const engine = start({ options: { lifeline: lifeline.port } });
    await engine.close();
    await expect(engine.handle(prompt("late"))).rejects.toMatchObject({ code: "ENGINE_AWAY" });
  });

  test("an engine that does not let go ends with its stdin all the same", async () => {
    const invocation = JSON.stringify({ nonce: "n", options: { closes: false } });
    const child = Bun.spawn([runtime.command, entry, "--engine-child", invocation], { stdin: "pipe", stdout: "pipe" });
    child.stdin.end();
    expect(await child.exited).toBe(0);
  });

  test("a listener that throws is dropped and harms nobody", async () => {
    const engine = start();
    let calls = 0;
    engine.on(() => {
      calls += 1;
      throw new Error("a listener's defect");
    });
    await engine.handle(prompt("one"));
    expect(await engine.handle(prompt("two"))).toHaveLength(1);
    expect(calls).toBe(1);
  });
});

test("an entry started as a child without an invocation says so on stderr and ends with 1", async () => {
  const child = Bun.spawn([process.execPath, entry, "--engine-child"], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stdout).text()).toBe("");
  expect(await new Response(child.stderr).text()).toContain("invocation");
});
