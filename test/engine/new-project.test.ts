import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LoopProject } from "./loop-project.ts";

let project: LoopProject;
const state = () => join(project.root, ".planning", "STATE.md");

beforeEach(() => {
  project = new LoopProject();
  rmSync(state());
});
afterEach(() => project.remove());

test("a project whose plan was just written gets its STATE.md with the first step", async () => {
  expect(await project.person("step begin discuss 1")).toMatchObject({ ok: true });
  const text = readFileSync(state(), "utf8");
  expect(text).toStartWith('---\ngsd_state_version: "1.0"\n');
  expect(text).toContain("Status: Ready to plan");
  expect(text).toContain("Phase: 1 of 2 (Addresses)");
  const answer = await project.model("state json");
  expect(answer).toMatchObject({
    ok: true,
    data: { current_phase: "1", current_phase_name: "Addresses", status: "planning", progress: { total_phases: 2 } },
  });
  expect(await project.model("state add-decision Titles are short")).toMatchObject({ ok: true });
});

test("a step that may not begin writes none", async () => {
  expect(await project.person("step begin ship 1")).toMatchObject({ ok: false, reason: "step_order" });
  expect(existsSync(state())).toBe(false);
});
