import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ChildEngine, createChildEngine } from "../../bindings/child/child-engine.ts";
import type { EnginePort, EventType } from "../../engine/index.ts";
import { bundleInto } from "../../try/trace/bundle-into.ts";
import { readNeutralTrace } from "./neutral-trace.ts";
import { playNeutral } from "./play-neutral.ts";
import { storyEngine } from "./story-engine.ts";
import { type StoryProject, storyProject } from "./story-project.ts";

let folder: string;
let entry: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "loopwright-trace-entry-"));
  entry = await bundleInto(folder, join(import.meta.dir, "story-engine-child.ts"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Plays the trace on an engine of its own, over a copy of the project of its own. */
async function play(engineOf: (project: StoryProject) => EnginePort) {
  const project = storyProject();
  const engine = engineOf(project);
  try {
    return await playNeutral(readNeutralTrace(), engine, project.root);
  } finally {
    await engine.close();
    project.remove();
  }
}

test("the bare engine gives the reactions of the neutral trace", async () => {
  expect(await play(({ root, home }) => storyEngine(root, home))).toEqual([...readNeutralTrace()]);
});

describe("the engine in a child process gives the same", () => {
  test.each([
    ["node", "node"],
    ["bun", process.execPath],
  ])("under %s", async (name, command) => {
    let engine: ChildEngine | undefined;
    let runtime: string | undefined;
    const played = await play((project) => {
      const candidates = [{ name, command, args: [], env: {} }];
      engine = createChildEngine({ entry, ...project, candidates, helloWithinMs: 20_000 });
      engine.on(() => {
        const status = engine?.status();
        if (status?.state === "ready") runtime = status.hello.runtime;
      });
      return engine;
    });
    expect(played).toEqual([...readNeutralTrace()]);
    expect(runtime).toBe(name);
  });
});

/** The closed list. */
const EVENTS: Readonly<Record<EventType, true>> = {
  "session.start": true,
  "session.end": true,
  "prompt.submit": true,
  "tool.before": true,
  "tool.after": true,
  "permission.asked": true,
  "permission.answered": true,
  usage: true,
  "context.compact": true,
  "context.compacted": true,
  "turn.closing": true,
  "turn.stop": true,
  "worker.stop": true,
  "task.dispatch": true,
  "task.collect": true,
  "shell.start": true,
  "file.changed": true,
  wake: true,
};

test("the neutral trace has every event of the closed list", () => {
  const told = readNeutralTrace().flatMap((step) => ("event" in step ? [step.event.type] : []));
  expect([...new Set<string>(told)].sort()).toEqual(Object.keys(EVENTS).sort());
});
