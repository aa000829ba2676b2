import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Candidate } from "../../../bindings/child/candidate.ts";
import { createChildEngine } from "../../../bindings/child/child-engine.ts";
import { Launcher } from "../../../bindings/child/launcher.ts";
import field from "../../field/cases/F10-interpreter-that-lies.json" with { type: "json" };
import { type Lifeline, openLifeline } from "./lifeline.ts";
import { ManualClock } from "./manual-clock.ts";

setDefaultTimeout(30_000);

const SCRIPT = join(import.meta.dirname, "scripted-interpreter.mjs");
const ENTRY = join(import.meta.dirname, "fixture-entry.ts");

let lifeline: Lifeline;
beforeAll(async () => {
  lifeline = await openLifeline();
});
afterAll(() => lifeline.close());

function candidate({ name, behaviour }: { name: string; behaviour: object }): Candidate {
  if ("spawn_error" in behaviour) return { name, command: "loopwright-no-such-program", args: [], env: {} };
  const script = JSON.stringify({ ...behaviour, lifeline: lifeline.port });
  return { name, command: process.execPath, args: [SCRIPT, script], env: {} };
}

function setUp(without: readonly string[] = []) {
  const clock = new ManualClock();
  const started: string[] = [];
  return {
    clock,
    started,
    entry: ENTRY,
    candidates: field.given.candidates.filter(({ name }) => !without.includes(name)).map(candidate),
    minimum: { node: field.given.minimum_node },
    helloWithinMs: field.given.limit_ms,
    host: process,
    onLaunch: ({ name }: Candidate) => void started.push(name),
  };
}

/** Lets the hello limit pass once the candidate that never answers is running. Resolves when it was killed. */
async function letTheHangingOneRunOut(clock: ManualClock) {
  const hanging = await lifeline.next();
  clock.advance(field.given.limit_ms);
  await hanging.gone;
}

test("F10: only a hello proves an interpreter; the answer is remembered", async () => {
  const began = performance.now();
  const { clock, started, ...given } = setUp();
  const launcher = new Launcher({ ...given, clock, options: {} });
  const killed = letTheHangingOneRunOut(clock);

  const resolution = await launcher.resolve();
  await killed;
  expect(resolution.ok && resolution.candidate.name).toBe(field.expect.chosen);
  const reasons = Object.fromEntries(resolution.rejected.map(({ name, reason }) => [name, reason as string]));
  expect(reasons).toEqual(field.expect.rejected);
  expect(resolution.rejected[0]?.detail).toContain("Failed to change directory");

  const before = started.length;
  expect(await launcher.resolve()).toBe(resolution);
  expect(started.length - before).toBe(field.expect.second_call_spawns);
  launcher.close();
  expect(performance.now() - began).toBeLessThan(field.expect.max_total_ms);
});

test("F10: when none works the host sees no throw and every gate's question is refused", async () => {
  const { clock, ...given } = setUp(["good-node"]);
  const killed = letTheHangingOneRunOut(clock);
  const engine = createChildEngine({ ...given, clock, root: import.meta.dirname, home: import.meta.dirname });
  const session = { id: "s", role: "root" } as const;
  const event = { type: "tool.before", session, at: 0, tool: "read", call: "c", args: { path: ".env" } } as const;

  const refusal = await engine.handle(event).catch((cause: unknown) => cause);
  await killed;
  expect(refusal).toMatchObject({ name: "EngineError", code: "RUNTIME_UNAVAILABLE" });
  const named = given.candidates.map(({ name }) => name);
  expect(refusal).toMatchObject({ data: { rejected: named.map((name) => ({ name })) } });
  for (const name of named) expect(String(refusal)).toContain(name);
  await engine.close();
});

test("a failure is remembered as well, until it is forgotten", async () => {
  const missing = candidate({ name: "missing", behaviour: { spawn_error: "ENOENT" } });
  const { started, ...given } = { ...setUp(), candidates: [missing] };
  const launcher = new Launcher({ ...given, options: {} });
  await launcher.resolve();
  expect((await launcher.resolve()).ok).toBe(false);
  expect(started).toEqual(["missing"]);
  launcher.forget();
  await launcher.resolve();
  expect(started).toEqual(["missing", "missing"]);
});

test("closing does not wait for an interpreter that never answers", async () => {
  const hangs = candidate({ name: "hangs", behaviour: { never: true } });
  const folders = { root: import.meta.dirname, home: import.meta.dirname };
  const engine = createChildEngine({ ...setUp(), ...folders, candidates: [hangs] });
  const child = await lifeline.next();
  await engine.close();
  await child.gone;
});

const HELLOS = [
  ["a nonce that is not ours", { nonce: "stolen" }, "no answer"],
  ["another protocol", { protocolVersion: 2 }, "version"],
  ["a runtime nobody knows", { runtime: "deno" }, "version"],
  ["a version that is none", { runtimeVersion: "latest" }, "version"],
] as const;

test.each(HELLOS)("a hello with %s is refused", async (_what, instead, reason) => {
  const behaviour = { handshake: { runtime: "node", version: "22.19.0" }, instead };
  const launcher = new Launcher({ ...setUp(), candidates: [candidate({ name: "odd", behaviour })], options: {} });
  expect(await launcher.resolve()).toMatchObject({ ok: false, rejected: [{ name: "odd", reason }] });
});
