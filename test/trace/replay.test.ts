import { afterEach, beforeEach, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import type { EngineEvent, EnginePort } from "../../engine/index.ts";
import { replay } from "../../try/soak/replay.ts";
import { openTrace, readTrace } from "../../try/soak/trace-file.ts";
import { NotingEngine } from "../../try/trace/noting-engine.ts";
import { storyEngine } from "./story-engine.ts";
import { type StoryProject, storyProject } from "./story-project.ts";

let project: StoryProject;
let file: string;
beforeEach(() => {
  project = storyProject();
  file = join(dirname(project.root), "trace.jsonl");
});
afterEach(() => project.remove());

const bare = () => storyEngine(project.root, project.home);

function read(path: string): EngineEvent {
  const session = { id: "s", role: "root" } as const;
  return { type: "tool.before", session, at: 1, tool: "read", call: path, args: { path } };
}

test("an engine that is told the same says the same, also after the process that took the notes was killed", async () => {
  const first = new NotingEngine(bare(), openTrace(file).note);
  await first.handle(read(".env"));
  await first.run("next", "show", {}, { audience: "model" });
  const killed = openTrace(file);
  void killed.note({ event: read(".env") }, () => new Promise<never>(() => undefined));
  const resumed = new NotingEngine(bare(), openTrace(file).note);
  await resumed.handle(read("README.md"));
  const trace = readTrace(file);
  expect(trace.map((steps) => steps.map(({ said }) => said !== undefined))).toEqual([[true, true], [false], [true]]);
  expect(await replay(trace, bare)).toEqual([]);
});

test("an engine with a guard less is found out, step by step", async () => {
  const noting = new NotingEngine(bare(), openTrace(file).note);
  await noting.handle(read("README.md"));
  await noting.handle(read(".env"));
  const guardless = (): EnginePort => ({ ...bare(), handle: async () => [] });
  expect(await replay(readTrace(file), guardless)).toEqual([
    expect.stringMatching(/^step 1\.2, tool\.before: .*"deny".*; replayed: \[\]$/),
  ]);
});

test("a replayed engine lives at the moments that were noted", async () => {
  const noting = new NotingEngine(bare(), openTrace(file).note);
  await noting.handle(read("README.md"));
  const trace = readTrace(file);
  const moments: number[] = [];
  await replay(trace, (_incarnation, now) => ({
    ...bare(),
    async handle() {
      moments.push(now());
      return [];
    },
  }));
  expect(moments).toEqual(trace.flat().map(({ at }) => at));
});
