import { describe, expect, test } from "bun:test";
import { projectEngine } from "../command/project-engine.ts";
import { write } from "../planning/sample.ts";

const PHASE = ".planning/phases/01-alpha";
const roadmap = (goal: string) =>
  `# Roadmap\n\n### Phase 1: Alpha\n**Goal:** ${goal}\n**Requirements:** REQ-1, REQ-2\n`;
const plan = (file: string) =>
  `---\nphase: "01"\nplan: "01"\nrequirements: [REQ-1]\nfiles_modified: [${file}]\n---\n<objective>x</objective>\n`;

interface Situation {
  readonly goal: string;
  readonly file?: string;
  readonly spec?: boolean;
}

const ask = (check: string, { goal, file, spec }: Situation) =>
  projectEngine("s01-new-roadmap", {
    prepare: (root) => {
      write(root, ".planning/ROADMAP.md", roadmap(goal));
      write(root, `${PHASE}/01-CONTEXT.md`, "# Context\n");
      if (file !== undefined) write(root, `${PHASE}/01-01-PLAN.md`, plan(file));
      if (spec) write(root, `${PHASE}/01-UI-SPEC.md`, "# Screens\n");
    },
  }).data("check", check, "1");

describe.each(["ui.plan-gate", "ui-safety-gate"])("the check %s", (check) => {
  test.each([
    ["a goal with a screen in it", { goal: "A settings page" }, { block: true, frontend: true, hasUiSpec: false }],
    ["a plan for a screen", { goal: "Count", file: "src/page.tsx" }, { block: true, frontend: true }],
    ["a screen with its contract", { goal: "A settings page", spec: true }, { block: false, hasUiSpec: true }],
    ["nothing to see", { goal: "Count faster", file: "src/count.ts" }, { block: false, frontend: false }],
  ])("answers for %s", async (_name, situation, answer) => {
    expect(await ask(check, situation)).toMatchObject(answer);
  });
});

test("the check gap-analysis.plan-post counts what is planned and does not block", async () => {
  expect(await ask("gap-analysis.plan-post", { goal: "Count", file: "src/count.ts" })).toMatchObject({
    block: false,
    passed: true,
    counts: { total: 2, covered: 1, uncovered: 1 },
    message: expect.stringContaining("REQ-2"),
    table: expect.stringContaining("| REQ-2 | not covered |"),
  });
});

test.each([
  [{}, { active: false, source: "none" }],
  [{ auto_advance: true }, { active: true, source: "auto_advance" }],
  [{ _auto_chain_active: true }, { active: true, source: "auto_chain" }],
  [
    { auto_advance: true, _auto_chain_active: true },
    { active: true, source: "both" },
  ],
])("the check auto-mode with %j", async (workflow, answer) => {
  const prepare = (root: string) => write(root, ".planning/config.json", JSON.stringify({ workflow }));
  expect(await projectEngine("s01-new-roadmap", { prepare }).data("check", "auto-mode")).toMatchObject(answer);
});
