import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EnginePort, Reaction } from "../../../engine/index.ts";
import { AtWork } from "./at-work.ts";

/** The variables that a shell of the model gets. */
async function variablesOf(work: AtWork, engine = work.engine): Promise<Readonly<Record<string, string>>> {
  const reactions = await work.send("shell.start", { folder: work.root }, engine);
  const [env] = reactions.flatMap((reaction) => (reaction.type === "env" ? [reaction.values] : []));
  return env ?? {};
}

/** Every file of a run with its content. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** What a whole session in another process would write. */
async function liveThrough(work: AtWork, engine: EnginePort): Promise<readonly Reaction[]> {
  const call = { tool: "write", call: "c1", args: { filePath: join(work.root, "a.md"), content: "" } };
  const session = { session: "other" };
  return [
    ...(await work.send("session.start", { reason: "startup", folder: work.root, ...session }, engine)),
    ...(await work.send("prompt.submit", { text: "go", author: "person", ...session }, engine)),
    ...(await work.send("task.dispatch", { call: "t1", agent: "scout", ...session }, engine)),
    ...(await work.send("tool.before", { ...call, ...session }, engine)),
    ...(await work.send("tool.after", { ...call, outcome: "ok", result: "", ...session }, engine)),
    ...(await work.send("context.compact", { reason: "person", ...session }, engine)),
    ...(await work.send("turn.stop", { outcome: "idle", ...session }, engine)),
    ...(await work.send("session.end", { reason: "quit", ...session }, engine)),
  ];
}

const warnings = (reactions: readonly Reaction[]) =>
  reactions.flatMap((reaction) => (reaction.type === "notify" && reaction.level === "warning" ? [reaction.text] : []));

const asPerson = { audience: "person" } as const;

describe("a process whose environment names a run", () => {
  test("writes to it with what a shell of the model is given", async () => {
    const work = new AtWork();
    const id = await work.begin();
    const env = await variablesOf(work);
    expect(env).toMatchObject({ LOOPWRIGHT_RUN_ID: id, GUILD_RUN_ID: id });
    await liveThrough(work, work.newEngine({ env, home: join(work.root, "..", "no-home") }));
    expect(work.lines("tool_call")).toHaveLength(1);
  });

  test.each([
    ["another nonce", { GUILD_RUN_BINDING_REF: "0".repeat(48) }],
    ["no nonce", {}],
    ["the digest that lies in the folder", { GUILD_RUN_BINDING_REF: "digest" }],
  ] as const)("writes nothing with %s, and says so once", async (_name, given: Readonly<Record<string, string>>) => {
    const work = new AtWork();
    const id = await work.begin();
    const { digest } = JSON.parse(work.inRun("binding.json"));
    const before = filesOf(work.runFolder);
    const nonce = given.GUILD_RUN_BINDING_REF === "digest" ? { GUILD_RUN_BINDING_REF: digest } : given;
    const engine = work.newEngine({ env: { GUILD_RUN_ID: id, ...nonce } });
    const told = [...(await liveThrough(work, engine)), ...(await liveThrough(work, engine))];
    expect(warnings(told)).toEqual([expect.stringContaining(`Nothing is written to the run ${id}`)]);
    for (const [family, name, args] of [
      ["step", "begin", { step: "execute" }],
      ["point", "enter", { point: "execute:pre" }],
      ["run", "close", {}],
    ] as const) {
      const answer = await engine.run(family, name, args, asPerson);
      expect(answer).toMatchObject({ ok: false, reason: "run_not_held" });
    }
    expect(filesOf(work.runFolder)).toEqual(before);
    const shown = await engine.run("run", "show", {}, asPerson);
    expect(shown).toMatchObject({ ok: true, data: { run_id: id, writable: false } });
  });

  test("still may not write a summary before its time", async () => {
    const work = new AtWork();
    const id = await work.begin();
    const engine = work.newEngine({ env: { GUILD_RUN_ID: id, GUILD_RUN_BINDING_REF: "wrong" } });
    const args = { filePath: join(work.root, ".planning/phases/01-first/01-01-SUMMARY.md"), content: "" };
    const reactions = await work.send("tool.before", { tool: "write", call: "c", args }, engine);
    expect(reactions).toMatchObject([{ type: "deny", rule: "step-order" }]);
  });

  test("has lost its right when the run is closed", async () => {
    const work = new AtWork();
    const id = await work.begin();
    const env = await variablesOf(work);
    await work.engine.run("run", "close", {}, asPerson);
    const before = filesOf(work.runFolder);
    const engine = work.newEngine({ env });
    expect(warnings(await liveThrough(work, engine))).toEqual([expect.stringContaining("it is closed")]);
    expect(await engine.run("step", "begin", { step: "execute" }, asPerson)).toMatchObject({ reason: "run_revoked" });
    expect(filesOf(work.runFolder)).toEqual(before);
    expect(readdirSync(work.runsFolder).filter((name) => name.startsWith("run-"))).toEqual([id]);
  });

  test("may close it again when a worker went on after that", async () => {
    const work = new AtWork();
    await work.begin();
    const env = await variablesOf(work);
    await work.engine.run("run", "close", {}, asPerson);
    work.now = Date.now() + 60_000;
    const [first] = work.lines("run_closed");
    mkdirSync(join(work.runFolder, "in-progress"), { recursive: true });
    writeFileSync(join(work.runFolder, "in-progress", "scout.json"), "{}");
    await work.send(
      "turn.stop",
      { outcome: "idle" },
      work.newEngine({ env: { GUILD_RUN_ID: env.GUILD_RUN_ID ?? "" } }),
    );
    expect(work.lines("run_closed")).toHaveLength(1);
    await work.send("turn.stop", { outcome: "idle" }, work.newEngine({ env }));
    const again = work.lines("run_closed");
    expect(again).toHaveLength(2);
    const { terminal_trace_event: terminal } = JSON.parse(work.inRun("provenance.json"));
    expect(terminal.event_id).toBe(again[1]?.event_id);
    expect(terminal.event_id).not.toBe(first?.event_id);
  });

  test("that no run of this project has works at the project's own", async () => {
    const work = new AtWork();
    const id = await work.begin();
    const engine = work.newEngine({ env: { GUILD_RUN_ID: "run-of-elsewhere", GUILD_RUN_BINDING_REF: "x" } });
    const shown = await engine.run("run", "show", {}, asPerson);
    expect(shown).toMatchObject({ ok: true, data: { run_id: id, writable: true } });
  });

  test("by its folder begins it, holds it, and nobody else does", async () => {
    const base = new AtWork();
    const folder = join(base.root, "elsewhere", "run-given");
    const work = new AtWork({ env: { GUILD_RUN_DIR: folder } });
    await work.begin();
    const size = () => statSync(join(folder, "logs", "v1.4-events.jsonl")).size;
    const before = size();
    await work.prompt("go");
    expect(size()).toBeGreaterThan(before);
    const after = size();
    const other = work.newEngine();
    expect(warnings(await liveThrough(work, other))).toHaveLength(1);
    expect(size()).toBe(after);
    const shown = await other.run("run", "env", {}, asPerson);
    const env = shown.ok ? (shown.data as Record<string, string>) : {};
    await work.send("prompt.submit", { text: "go", author: "person" }, work.newEngine({ env }));
    expect(size()).toBeGreaterThan(after);
  });
});

describe("a person's terminal without these variables", () => {
  test("works at the open run, in whichever process it was begun", async () => {
    const work = new AtWork();
    const id = await work.begin();
    const terminal = work.newEngine({ env: {} });
    expect(await terminal.run("step", "begin", { step: "execute" }, asPerson)).toMatchObject({ data: { run: id } });
    expect(await terminal.run("run", "close", {}, asPerson)).toMatchObject({ ok: true });
    expect(work.lines("run_closed")).toHaveLength(1);
  });

  test("begins a run where the home cannot be written to", async () => {
    const work = new AtWork();
    writeFileSync(join(work.home, ".gsd"), "no folder");
    const id = await work.begin();
    expect(await variablesOf(work)).toMatchObject({ GUILD_RUN_ID: id });
    expect(await variablesOf(work, work.newEngine())).toEqual({ LOOPWRIGHT_RUN_ID: id });
  });
});

describe("what lies in the folder of a run", () => {
  test("gives nobody the right to write to it", async () => {
    const work = new AtWork();
    await work.begin();
    const { GUILD_RUN_BINDING_REF: nonce = "" } = await variablesOf(work);
    const key = readFileSync(join(work.home, ".gsd", "run-key"), "utf8").trim();
    const all = Object.values(filesOf(join(work.root, ".planning"))).join("\n");
    expect(nonce).toMatch(/^[0-9a-f]{48}$/);
    expect(all).not.toContain(nonce);
    expect(all).not.toContain(key);
    expect(statSync(join(work.home, ".gsd", "run-key")).mode & 0o077).toBe(0);
  });

  test("goes on in a clone, and gives its shells no nonce that is not theirs", async () => {
    const work = new AtWork();
    const id = await work.begin();
    const clone = new AtWork();
    rmSync(join(clone.root, ".planning"), { recursive: true });
    cpSync(join(work.root, ".planning"), join(clone.root, ".planning"), { recursive: true });
    expect(await variablesOf(clone)).toEqual({ LOOPWRIGHT_RUN_ID: id });
    expect(await clone.engine.run("run", "env", {}, asPerson)).toMatchObject({ ok: false, reason: "run_not_held" });
    expect(existsSync(join(clone.home, ".gsd", "run-key"))).toBe(false);
  });

  test("a nonce that a tool prints does not reach the log", async () => {
    const work = new AtWork();
    await work.begin();
    const { GUILD_RUN_BINDING_REF: nonce = "" } = await variablesOf(work);
    await work.call("bash", { command: "env" }, { result: `GUILD_RUN_BINDING_REF=${nonce}\n` });
    await work.call("bash", { command: `echo ${nonce}` }, { result: `${nonce}\n` });
    expect(work.inRun("logs/v1.4-events.jsonl")).not.toContain(nonce);
  });

  test("the key is read by no model", async () => {
    const work = new AtWork();
    await work.begin();
    const args = { filePath: join(work.home, ".gsd", "run-key") };
    expect(await work.send("tool.before", { tool: "read", call: "c", args })).toMatchObject([
      { type: "deny", rule: "secret" },
    ]);
  });
});
