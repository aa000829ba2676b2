import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { write } from "../planning/sample.ts";
import { projectEngine } from "./project-engine.ts";

describe("init", () => {
  test("tells an executor which plans can run", async () => {
    expect(await projectEngine("p03-halted").data("init", "execute-phase", "1")).toMatchObject({
      phase_found: true,
      phase_dir: ".planning/phases/01-alpha",
      plan_count: 4,
      halted_plans: ["01-01-PLAN.md"],
      blocked_by: { "01-02-PLAN.md": ["01-01"], "01-03-PLAN.md": ["01-01"] },
      runnable_plans: ["01-04-PLAN.md"],
      agents_installed: true,
      project_title: "Sample",
    });
  });

  test("counts a researched phase as the current one", async () => {
    const prepare = (root: string) => write(root, ".planning/phases/01-alpha/01-RESEARCH.md", "# r\n");
    expect(await projectEngine("s01-new-roadmap", { prepare }).data("init", "progress")).toMatchObject({
      phases: [{ status: "researched" }, { status: "not_started" }, { status: "not_started" }],
      current_phase: { number: "01" },
      next_phase: { number: "2" },
    });
  });

  test("passes over a phase that was ticked and is not here", async () => {
    const prepare = (root: string) => {
      const roadmap = readFileSync(join(root, ".planning/ROADMAP.md"), "utf8");
      write(root, ".planning/ROADMAP.md", roadmap.replace("- [ ] **Phase 1", "- [x] **Phase 1"));
    };
    expect(await projectEngine("s01-new-roadmap", { prepare }).data("init", "progress")).toMatchObject({
      next_phase: { number: "2" },
    });
  });

  test("tells a planner what is there, and where the folder will be", async () => {
    const engine = projectEngine("s03-planned");
    expect(await engine.data("init", "plan-phase", "1")).toMatchObject({
      has_context: true,
      has_research: true,
      context_path: ".planning/phases/01-alpha/01-CONTEXT.md",
      phase_req_ids: "REQ-1",
    });
    expect(await engine.data("init", "plan-phase", "2")).toMatchObject({
      phase_dir: null,
      expected_phase_dir: ".planning/phases/02-beta",
      prior_verify_commands: ["true"],
    });
  });

  test("agrees with next", async () => {
    const engine = projectEngine("s14-resume-earlier-phase");
    const next = await engine.data("next");
    expect((await engine.data("init", "progress")).next).toEqual(next);
    expect((await engine.data("init", "resume")).next).toEqual(next);
  });

  test("takes the model that a person chose", async () => {
    const prepare = (root: string) =>
      write(root, ".planning/config.json", '{"model_overrides": {"gsd-executor": "acme/large"}}');
    const known = await projectEngine("s03-planned", { prepare }).data("init", "execute-phase", "1");
    expect(known).toMatchObject({ executor_model: "acme/large", verifier_model: "inherit" });
  });

  test("gives a small task a place of its own", async () => {
    const engine = projectEngine("s01-new-roadmap", { now: () => Date.parse("2026-02-03T10:00:00Z") });
    expect(await engine.data("init", "quick", "Fix the", "typo")).toMatchObject({
      quick_id: "260203-dw0",
      task_dir: ".planning/quick/260203-dw0-fix-the-typo",
    });
  });

  test("lists what was put aside", async () => {
    const prepare = (root: string) =>
      write(root, ".planning/todos/pending/2026-01-01-dark.md", "---\ntitle: Dark mode\narea: ui\n---\n");
    expect(await projectEngine("s01-new-roadmap", { prepare }).data("init", "todos")).toMatchObject({
      todo_count: 1,
      todos: [{ title: "Dark mode", area: "ui" }],
    });
  });

  test("says in an empty folder that nothing is there", async () => {
    expect(await projectEngine(null).data("init", "new-project")).toMatchObject({
      project_exists: false,
      planning_exists: false,
      has_git: false,
    });
  });
});
