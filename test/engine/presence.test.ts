import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LEAD, LoopProject } from "./loop-project.ts";

let project: LoopProject;
beforeEach(async () => {
  project = new LoopProject();
  await project.engine.handle({
    type: "session.start",
    session: LEAD,
    at: project.now,
    reason: "startup",
    folder: project.root,
  });
  await project.person("step begin discuss 1");
});
afterEach(() => project.remove());

/** What a person is told when the model's call of a tool of ours has ended. */
async function toldAfter(line: string): Promise<readonly string[]> {
  await project.model(line);
  const reactions = await project.engine.handle({
    type: "tool.after",
    session: LEAD,
    at: project.now,
    tool: "gsd_point",
    call: "call_1",
    outcome: "ok",
    result: "",
  });
  return reactions.flatMap((reaction) => (reaction.type === "notify" ? [`${reaction.level}: ${reaction.text}`] : []));
}

test("a person is told once which point was closed, and nothing of a call that moved nothing", async () => {
  expect(await toldAfter("point enter discuss:pre")).toEqual([]);
  expect(await toldAfter("point close discuss:pre")).toEqual(["info: discuss:pre is closed"]);
  expect(await toldAfter("next show")).toEqual([]);
});

test("a question to a person is shown as one", async () => {
  expect(await toldAfter("state signal-waiting Weekly or monthly?")).toEqual([
    "warning: a question waits for you: Weekly or monthly?",
  ]);
});

test("a quiet project is not told", async () => {
  const file = join(project.root, ".planning", "config.json");
  const config = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...config, loopwright: { ...config.loopwright, quiet: true } }));
  await toldAfter("point enter discuss:pre");
  expect(await toldAfter("point close discuss:pre")).toEqual([]);
});
