import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { POINTS, STEPS } from "../../engine/index.ts";
import { accepted, LoopProject, PHASE, plan, SUMMARY } from "./loop-project.ts";

let project: LoopProject;
beforeEach(() => {
  project = new LoopProject();
});
afterEach(() => project.remove());

const ENTER = 'gsd_point {"action":"enter","point":"discuss:pre"}';

describe("without a run", () => {
  test("no point can be entered, and the refusal names the command that a person gives", async () => {
    expect(await project.model("point enter discuss:pre")).toMatchObject({
      ok: false,
      reason: "no_run",
      remedy: expect.stringContaining("/gsd-discuss-phase 1"),
    });
  });

  test.each(STEPS.slice(1))("%s cannot begin before discuss", async (step) => {
    expect(await project.person(`step begin ${step} 1`)).toMatchObject({
      ok: false,
      reason: "step_order",
      remedy: expect.stringContaining("/gsd-discuss-phase 1"),
    });
    expect(project.exists(".planning/runs")).toBe(false);
  });

  test("another phase cannot begin", async () => {
    expect(await project.person("step begin discuss 2")).toMatchObject({
      ok: false,
      reason: "step_order",
      message: expect.stringContaining("phase 1 (Addresses)"),
    });
  });
});

describe("while the loop stands before discuss:pre", () => {
  beforeEach(async () => {
    accepted(await project.person("step begin discuss 1"));
  });

  test.each(POINTS.slice(1))("%s is refused with the call that comes first", async (point) => {
    for (const action of ["enter", "close"]) {
      expect(await project.model(`point ${action} ${point}`)).toMatchObject({
        ok: false,
        kind: "HandlerRefusal",
        reason: "step_order",
        remedy: `Call ${ENTER}.`,
      });
    }
    const refusals = project.record().filter(({ event }) => event === "refusal");
    expect(refusals.map((entry) => "remedy" in entry && entry.remedy)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
  });

  test("a point that is not entered cannot be closed", async () => {
    expect(await project.model("point close discuss:pre")).toMatchObject({ ok: false, reason: "point_not_open" });
  });

  test("a model can neither verify nor complete the phase", async () => {
    for (const line of ["verify run", "phase complete 1"]) {
      expect(await project.model(line)).toMatchObject({ ok: false, reason: "step_order", remedy: `Call ${ENTER}.` });
    }
  });

  test("entering an open point again repeats the answer and enters it once", async () => {
    const first = await project.model("point enter discuss:pre");
    expect(await project.model("point enter discuss:pre")).toEqual(first);
    expect(project.record().filter(({ event }) => event === "point_entered")).toHaveLength(1);
  });

  test.each(["01-CONTEXT.md", "01-01-PLAN.md", "01-01-SUMMARY.md"])("%s cannot be written yet", async (name) => {
    const write = { tool: "write", call: "c1", args: { filePath: `${PHASE}/${name}`, content: "# Early\n" } };
    expect(await project.handle("tool.before", write)).toMatchObject([
      { type: "deny", rule: "step-order", remedy: `Call ${ENTER} first.` },
    ]);
  });

  test("what a step leaves behind can be written once its first point is closed, but nothing of a later step", async () => {
    await project.pass("discuss:pre");
    const write = (name: string) =>
      project.handle("tool.before", {
        tool: "write",
        call: name,
        args: { filePath: `${PHASE}/${name}`, content: "x" },
      });
    expect(await write("01-CONTEXT.md")).toEqual([]);
    expect(await write("01-01-PLAN.md")).toMatchObject([{ type: "deny", rule: "step-order" }]);
  });
});

test("a step that others did without us counts as done, and evidence is still owed", async () => {
  project.write(`${PHASE}/01-CONTEXT.md`, "# Context\n");
  project.write(`${PHASE}/01-01-PLAN.md`, plan("true"));
  project.write(`${PHASE}/01-01-SUMMARY.md`, SUMMARY);
  project.write(`${PHASE}/01-VERIFICATION.md`, "---\nstatus: passed\n---\n");
  expect(await project.next()).toMatchObject({ step: "verify", command: "/gsd-verify-work 1" });
});
