import { describe, expect, test } from "bun:test";
import { readPlan } from "../../../engine/planning/plan.ts";
import { classifyPlanFiles, summaryOf } from "../../../engine/planning/plan-files.ts";

const PLAN = `---
phase: 02-beta
plan: "01"
depends_on: [01]
files_modified: ["a.ts", "b.ts"]
---

<objective>

Keep heights.
More words.
</objective>

<tasks>
<task type="auto" tdd="true">
  <name>Store</name>
  <files>a.ts, b.ts</files>
  <action>Write.</action>
  <verify><automated>bun test a</automated></verify>
  <done>Stored.</done>
</task>
<task type="checkpoint:human-verify">
  <name>Look</name>
  <verify>
    <automated>
      bun test b
    </automated>
    <automated>bun test a</automated>
  </verify>
</task>
</tasks>

\`\`\`xml
<verify><automated>rm -rf /</automated></verify>
\`\`\`
<!--
<verify><automated>rm -rf ~</automated></verify>
-->
<automated>not in a verify element</automated>
`;

describe("a plan", () => {
  test("gives its objective, tasks and checks", () => {
    const plan = readPlan(PLAN);
    expect(plan).toMatchObject({
      objective: "Keep heights.",
      dependsOn: ["01"],
      filesModified: ["a.ts", "b.ts"],
      autonomous: true,
      checks: ["bun test a", "bun test b"],
    });
    expect(plan.tasks.map(({ name, type, files, hasDone }) => [name, type, files, hasDone])).toEqual([
      ["Store", "auto", ["a.ts", "b.ts"], true],
      ["Look", "checkpoint:human-verify", [], false],
    ]);
  });

  test("has no check in an element that is never closed", () => {
    expect(readPlan("<verify><automated>x</automated>").checks).toEqual([]);
    expect(readPlan("<verify><automated>x</verify>").checks).toEqual([]);
  });

  test("says its aim in its front matter too, and its tasks by headings of any rank", () => {
    const plan = readPlan("---\nobjective: Keep heights\n---\n\n## Task 1: a\n\n### Task 2: b\n");
    expect(plan).toMatchObject({ objective: "Keep heights", tasks: [{ name: "a" }, { name: "b" }] });
  });

  test("is superseded in any spelling", () => {
    expect(readPlan("---\nstatus: Superseded\n---\n").superseded).toBe(true);
  });

  test("is not autonomous when the word is left out", () => {
    expect(readPlan("---\nautonomous:\n---\n").autonomous).toBe(false);
  });

  test("is autonomous only by the word true, or by saying nothing", () => {
    const autonomous = (line: string) => readPlan(`---\nplan: "01"\n${line}\n---\n`).autonomous;
    expect(["", "autonomous: true", "autonomous: yes", "autonomous: True"].map(autonomous)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("may list its tasks as headings", () => {
    expect(readPlan("## Task 1: One\n\n## Task 2\n").tasks.map((task) => task.name)).toEqual(["One", ""]);
  });
});

describe("the files of a phase", () => {
  test("are plans, summaries or neither", () => {
    const names = ["02-01-PLAN.md", "02-01-SUMMARY.md", "02-2-PLAN.md", "02-02-SUMMARY.md", "02-03-setup-PLAN.md"];
    const files = classifyPlanFiles(
      "02",
      [...names, "02-03-SUMMARY.md", "02-04-PLAN-OUTLINE.md", "plan.md"],
      ["PLAN-05-extra.md", "SUMMARY-05.md"],
    );
    expect(files.plans.map((plan) => [plan.id, summaryOf(plan, files)])).toEqual([
      ["02-01", "02-01-SUMMARY.md"],
      ["02-02", "02-02-SUMMARY.md"],
      ["02-03-setup", "02-03-SUMMARY.md"],
      ["02-05", "plans/SUMMARY-05.md"],
    ]);
    expect(files.loose).toEqual(["plan.md"]);
  });
});
