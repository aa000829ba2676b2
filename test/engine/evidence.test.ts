import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { accepted, LoopProject, PHASE, plan, SUMMARY } from "./loop-project.ts";

const REPORT = `${PHASE}/01-VERIFICATION.md`;

let project: LoopProject;
beforeEach(() => {
  project = new LoopProject();
});
afterEach(() => project.remove());

/** Brings the loop to the verification of a phase that others planned and executed. */
async function verifyWith(...checks: readonly string[]) {
  project.write(`${PHASE}/01-01-PLAN.md`, plan(...checks));
  project.write(`${PHASE}/01-01-SUMMARY.md`, SUMMARY);
  accepted(await project.person("step begin verify 1"));
  await project.pass("verify:pre");
  return project.model("verify run");
}

const checkRuns = () => project.record().flatMap((entry) => (entry.event === "check_run" ? [entry] : []));

test("without a check nothing is verified", async () => {
  expect(await verifyWith()).toMatchObject({ ok: false, reason: "proof_missing" });
  expect(project.exists(REPORT)).toBe(false);
  expect(await project.next()).toMatchObject({ action: "verify phase 1" });
});

test.each(["# tests 0", "ℹ tests 0", " 0 pass", " 0 passing", "Ran 0 tests in 0.00s"])(
  "a runner that ends well with '%s' has run no test",
  async (said) => {
    expect(await verifyWith(`echo "${said}"`)).toMatchObject({
      ok: false,
      reason: "evidence_failed",
      message: expect.stringContaining("no check ran"),
    });
    expect(checkRuns()).toMatchObject([{ exit_code: 0, passed: false }]);
    expect(project.read(REPORT)).toContain("status: gaps_found");
  },
);

test("one check of several that fails is a gap, until it passes", async () => {
  expect(await verifyWith("true", "test -e mended")).toMatchObject({
    ok: false,
    reason: "evidence_failed",
    message: expect.stringContaining("`test -e mended` ended with 1"),
  });
  expect(project.read(REPORT)).toContain("status: gaps_found");
  project.write("mended", "");
  accepted(await project.model("verify run"));
  expect(project.read(REPORT)).toContain("status: passed");
  expect(await project.next()).toMatchObject({ action: "enter verify:post" });
});

test("a failed check that no plan names any more holds nothing up", async () => {
  expect(await verifyWith("true", "exit 3")).toMatchObject({ ok: false, reason: "evidence_failed" });
  project.write(`${PHASE}/01-01-PLAN.md`, plan("true"));
  accepted(await project.model("verify run"));
  expect(await project.next()).toMatchObject({ action: "enter verify:post" });
});

test("what was run stands in the record: its exit code and a digest of its output", async () => {
  accepted(await verifyWith("echo low tide"));
  const digest = `sha256:${createHash("sha256").update("low tide\n").digest("hex")}`;
  expect(checkRuns()).toMatchObject([{ command_redacted: "echo low tide", exit_code: 0, digest, passed: true }]);
  expect(project.read(REPORT)).toContain(digest);
});

describe("nobody's word is evidence", () => {
  test("a report that somebody wrote does not verify the phase", async () => {
    project.write(REPORT, "---\nstatus: passed\n---\n");
    await verifyWith("false");
    project.write(REPORT, "---\nstatus: passed\n---\n");
    expect(await project.next()).toMatchObject({ action: "verify phase 1" });
  });

  test("a model cannot write the report", async () => {
    const args = { filePath: REPORT, content: "---\nstatus: passed\n---\n" };
    expect(await project.handle("tool.before", { tool: "write", call: "c1", args })).toMatchObject([
      { type: "deny", rule: "engine-owned" },
    ]);
  });

  test("evidence is owed again when the work changed afterwards", async () => {
    accepted(await verifyWith("true"));
    project.write(`${PHASE}/01-01-SUMMARY.md`, `${SUMMARY}\nOne more thing.\n`);
    expect(await project.next()).toMatchObject({ action: "verify phase 1" });
  });
});

test("the commands that would be run can be asked for before", async () => {
  await verifyWith("false");
  expect(await project.engine.wouldRun("verify", "run", {})).toEqual(["false"]);
});
