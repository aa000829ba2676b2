import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { accepted, LoopProject, PHASE, plan } from "./loop-project.ts";

let project: LoopProject;
beforeEach(async () => {
  project = new LoopProject();
  project.write(`${PHASE}/01-CONTEXT.md`, "# Context\n");
  accepted(await project.person("step begin plan 1"));
  accepted(await project.model("point enter plan:pre"));
});
afterEach(() => project.remove());

const settle = (ticket: string, outcome: string, reason?: string) =>
  project.model(`point settle plan:pre ${ticket} ${outcome}`, reason === undefined ? {} : { reason });
const settled = () => project.record().filter(({ event }) => event === "ticket_settled");

describe("a ticket", () => {
  test("said to be done without its artifact is refused, and done once it is there", async () => {
    expect(await settle("research:step", "done")).toMatchObject({
      ok: false,
      reason: "proof_missing",
      message: expect.stringContaining("RESEARCH.md is not there"),
      remedy: expect.stringContaining("Write RESEARCH.md"),
    });
    project.write(`${PHASE}/01-RESEARCH.md`, "# Research\n");
    accepted(await settle("research:step", "done"));
    expect(settled()).toContainEqual(expect.objectContaining({ ticket: "research:step", outcome: "done" }));
  });

  test.each(["failed", "skipped"])("that %s needs a reason", async (outcome) => {
    expect(await settle("research:step", outcome)).toMatchObject({ ok: false, reason: "reason_missing" });
    accepted(await settle("research:step", outcome, "the network is away"));
  });

  test("that nobody handed out is refused with the ones that were", async () => {
    expect(await settle("reserch:step", "done")).toMatchObject({
      ok: false,
      reason: "ticket_unknown",
      remedy: expect.stringContaining("research:step"),
    });
  });

  test("that only advises is settled by being in the work order", () => {
    expect(settled()).toMatchObject([{ ticket: "security:contribution", reason: "in the work order" }]);
  });
});

describe("a point", () => {
  test("stays open while a ticket is unanswered", async () => {
    expect(await project.model("point close plan:pre")).toMatchObject({
      ok: false,
      reason: "tickets_open",
      data: { tickets: ["research:step"] },
    });
    expect(await project.next()).toMatchObject({ action: "settle research:step at plan:pre" });
  });

  test("stays open while a step has failed that must not", async () => {
    accepted(await settle("research:step", "skipped", "known ground"));
    accepted(await project.model("point close plan:pre"));
    project.write(`${PHASE}/01-01-PLAN.md`, plan("true"));
    accepted(await project.model("point enter plan:post"));
    accepted(await project.model("point settle plan:post plan-check:step failed", { reason: "too vague" }));
    expect(await project.model("point close plan:post")).toMatchObject({ ok: false, reason: "gate_shut" });
    accepted(await project.model("point settle plan:post plan-check:step done"));
    accepted(await project.model("point close plan:post"));
  });

  test("closes again for nobody: what is settled there later is refused", async () => {
    accepted(await settle("research:step", "skipped", "known ground"));
    accepted(await project.model("point close plan:pre"));
    expect(await settle("research:step", "done")).toMatchObject({ ok: false, reason: "step_order" });
  });
});
