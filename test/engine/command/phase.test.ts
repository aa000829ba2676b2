import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { read, write } from "../planning/sample.ts";
import { projectEngine } from "./project-engine.ts";

const ROADMAP = ".planning/ROADMAP.md";

describe("the list of phases", () => {
  test("grows at its end and in between", async () => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.data("phase", "add", "Delta", "Force")).toMatchObject({ phase_number: 4, slug: "delta-force" });
    expect(await engine.data("phase", "next-decimal", "1")).toEqual({
      found: true,
      base_phase: "01",
      next: "01.1",
      existing: [],
    });
    expect(await engine.data("phase", "insert", "1", "Urgent")).toMatchObject({ phase_number: "01.1" });
    expect(await engine.data("phase", "next-decimal", "1")).toMatchObject({ next: "01.2", existing: ["01.1"] });
    expect(read(engine.root, ROADMAP)).toContain("(INSERTED)");
  });

  test("shrinks by a person's decision only", async () => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.run(["phase", "remove", "3"], "model")).toMatchObject({ reason: "not_allowed" });
    expect(await engine.data("phase", "remove", "3")).toMatchObject({ removed: "3" });
    expect((await engine.data("roadmap", "analyze")).phase_count).toBe(2);
  });

  test("shows in its table what lies on disk", async () => {
    const engine = projectEngine("s05-executed-unverified");
    expect(await engine.data("roadmap", "update-plan-progress", "1")).toMatchObject({
      updated: true,
      plan_count: 1,
      summary_count: 1,
      status: "In progress",
      complete: false,
    });
    expect(read(engine.root, ROADMAP)).toContain("| 1. Alpha | 1/1 | In progress | - |");
    expect(await engine.data("roadmap", "update-plan-progress", "1")).toMatchObject({ updated: false });
  });
});

describe("acceptance", () => {
  const uat = (result: string) => (root: string) =>
    write(root, ".planning/phases/01-alpha/01-UAT.md", `### 1. It opens\nresult: ${result}\n`);

  test("needs the verification and every test", async () => {
    const open = projectEngine("s06-verification-passed", { prepare: uat("pending") });
    expect(await open.data("phase", "uat-passed", "1")).toMatchObject({ passed: false, no_uat_artifacts: false });
    const passed = projectEngine("s06-verification-passed", { prepare: uat("pass") });
    expect(await passed.data("phase", "uat-passed", "1")).toMatchObject({
      passed: true,
      blockers: [],
      uat_files: ["01-UAT.md"],
      verification_files: ["01-VERIFICATION.md"],
      checks: [{ file: "01-UAT.md", test: 1, name: "It opens", result: "pass", passing: true }],
    });
    const unverified = projectEngine("s05-executed-unverified", { prepare: uat("pass") });
    expect(await unverified.data("phase", "uat-passed", "1")).toMatchObject({ passed: false });
  });
});

describe("acceptance without a test", () => {
  const empty = (root: string) => write(root, ".planning/phases/01-alpha/01-UAT.md", "---\nstatus: passed\n---\n");

  test.each([
    ["no report", undefined],
    ["an empty report", empty],
  ])("is no pass: %s", async (_name, prepare) => {
    const engine = projectEngine("s06-verification-passed", prepare && { prepare });
    expect(await engine.data("phase", "uat-passed", "1")).toMatchObject({ passed: false, no_uat_artifacts: true });
  });
});

describe("a milestone", () => {
  test("is closed by a person who says so", async () => {
    const engine = projectEngine("s06-verification-passed");
    expect(await engine.run(["milestone", "complete", "v1.0"])).toMatchObject({ ok: false, reason: "usage" });
    const line = ["milestone", "complete", "v1.0", "--confirm"];
    expect(await engine.run(line, "model")).toMatchObject({ ok: false, reason: "not_allowed" });
    expect((await engine.run(["milestone", "complete", "--dry-run", "v1.0"])).ok).toBe(false);
    expect(existsSync(join(engine.root, ".planning", "MILESTONES.md"))).toBe(false);
  });
});

describe("requirements", () => {
  test("wait for the phases that meet them", async () => {
    expect(await projectEngine("s05-executed-unverified").data("requirements", "ready-ids")).toEqual({
      ready: [],
      blocked: ["REQ-1"],
      total: 1,
    });
    expect(await projectEngine("s06-verification-passed").data("requirements", "ready-ids")).toMatchObject({
      ready: ["REQ-1"],
    });
  });

  test("are ticked by a person, and by a model only where they are verified", async () => {
    const engine = projectEngine("s05-executed-unverified");
    const line = ["requirements", "mark-complete", "REQ-1", "REQ-9"];
    expect(await engine.run(line, "model")).toMatchObject({ ok: false, reason: "proof_missing" });
    expect(await engine.data(...line)).toMatchObject({
      updated: true,
      marked_complete: ["REQ-1"],
      not_found: ["REQ-9"],
      write_set: [".planning/REQUIREMENTS.md"],
    });
    expect(read(engine.root, ".planning/REQUIREMENTS.md")).toContain("- [x] **REQ-1**: First");
    expect(await engine.data(...line)).toMatchObject({ updated: false, already_complete: ["REQ-1"] });
  });
});

test("planning inspect shows everything in the reference's fields", async () => {
  const engine = projectEngine("s06-verification-passed");
  expect(await engine.data("planning", "inspect")).toMatchObject({
    schema_version: 1,
    generated_from: ".planning",
    milestone: { version: "v1.0", name: "First Release" },
    requirements: [{ id: "REQ-1", text: "First", complete: false }],
    progress: { accepted_phases: 1, completed_plans: 1 },
    orphan_phase_dirs: [],
    diagnostics: [],
  });
});
