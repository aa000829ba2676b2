import { afterEach, beforeEach, expect, test } from "bun:test";
import { LoopProject } from "./loop-project.ts";

let project: LoopProject;
beforeEach(() => {
  project = new LoopProject();
});
afterEach(() => project.remove());

const begin = (phase: string, session: string) =>
  project.engine.run("state", "begin-phase", { phase }, { audience: "model", session: { id: session, role: "root" } });

test("a second session that begins another phase is told who holds the first", async () => {
  await begin("1", "ses_first");
  const answer = await begin("2", "ses_second");
  expect(answer).toMatchObject({ ok: true, data: { milestone_conflict: { phase: "1", session: "ses_first" } } });
});

test("the same session may go from one phase to the next", async () => {
  await begin("1", "ses_first");
  expect(await begin("2", "ses_first")).toMatchObject({ ok: true, data: { milestone_conflict: null } });
});
