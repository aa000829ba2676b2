import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createEngine, type EnginePort, isJsonObject, type JsonObject } from "../../engine/index.ts";
import codeReview from "../../plugin/content/capabilities/code-review.json";
import drift from "../../plugin/content/capabilities/drift.json";
import gapAnalysis from "../../plugin/content/capabilities/gap-analysis.json";
import memory from "../../plugin/content/capabilities/memory.json";
import planCheck from "../../plugin/content/capabilities/plan-check.json";
import security from "../../plugin/content/capabilities/security.json";
import tests from "../../plugin/content/capabilities/tests.json";
import testsFirst from "../../plugin/content/capabilities/tests-first.json";
import uiContract from "../../plugin/content/capabilities/ui-contract.json";
import { project, write } from "../engine/planning/sample.ts";

const SHIPPED = [codeReview, drift, gapAnalysis, memory, planCheck, security, testsFirst, tests, uiContract];
const ROADMAP =
  "# Roadmap\n\n- [ ] **Phase 1: Search**\n\n### Phase 1: Search\n**Goal**: find things\n**Requirements**: REQ-1, REQ-2\n";
const FOLDER = ".planning/phases/01-search";

let root: string;
let engine: EnginePort;

beforeEach(() => {
  root = project({ ".planning/ROADMAP.md": ROADMAP, [`${FOLDER}/01-CONTEXT.md`]: "x\n" });
  const content = { capabilities: SHIPPED, workflows: {} };
  engine = createEngine({ root, home: `${root}/home`, host: "opencode", content, env: { PATH: process.env.PATH } });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function plan(
  files: readonly string[],
  requirements: readonly string[],
  body = "<verify><automated>true</automated></verify>",
) {
  const header = `phase: 1\nplan: 1\nwave: 1\nfiles_modified: [${files.join(", ")}]\nrequirements: [${requirements.join(", ")}]`;
  write(
    root,
    `${FOLDER}/01-01-PLAN.md`,
    `---\n${header}\n---\n<objective>\nFind\n</objective>\n<tasks><task>${body}</task></tasks>\n`,
  );
}

function settings(config: JsonObject) {
  write(root, ".planning/config.json", JSON.stringify(config));
}

async function gatesAt(point: string): Promise<readonly string[]> {
  const result = await engine.run("loop", "render-hooks", { point }, { audience: "person" });
  if (!result.ok || !isJsonObject(result.data) || !Array.isArray(result.data.activeHooks)) throw new Error("no hooks");
  return result.data.activeHooks.filter((hook) => hook.kind === "gate").map((hook) => String(hook.capId));
}

/** What the declared gate of a capability says of the project as it is. */
async function blocks(manifest: { readonly gates: readonly { readonly check: object }[] }): Promise<boolean> {
  const check = manifest.gates[0]?.check as { readonly query?: string; readonly predicate?: JsonObject };
  const [name, args] = check.query
    ? [check.query, { phase: "1" }]
    : ["predicate", { predicate: JSON.stringify(check.predicate), phaseDir: FOLDER }];
  const result = await engine.run("check", name, args, { audience: "person" });
  if (!result.ok) throw new Error(result.message);
  return isJsonObject(result.data) && result.data.block === true;
}

describe("a gate of the shipped set", () => {
  test("plan check: shut while a plan names no command that proves it", async () => {
    plan(["src/a.ts"], ["REQ-1"], "");
    expect(await blocks(planCheck)).toBe(true);
    plan(["src/a.ts"], ["REQ-1"]);
    expect(await blocks(planCheck)).toBe(false);
  });

  test("gap analysis: shut while a requirement has no plan", async () => {
    plan(["src/a.ts"], ["REQ-1"]);
    expect(await blocks(gapAnalysis)).toBe(true);
    plan(["src/a.ts"], ["REQ-1", "REQ-2"]);
    expect(await blocks(gapAnalysis)).toBe(false);
  });

  test("tests first: shut while a plan changes code and names no test", async () => {
    plan(["src/a.ts"], ["REQ-1"]);
    expect(await blocks(testsFirst)).toBe(true);
    plan(["src/a.ts", "test/a.test.ts"], ["REQ-1"]);
    expect(await blocks(testsFirst)).toBe(false);
  });

  test("UI contract: shut while a plan changes a screen without UI-SPEC.md", async () => {
    plan(["src/page.tsx"], ["REQ-1"]);
    expect(await blocks(uiContract)).toBe(true);
    write(root, `${FOLDER}/01-UI-SPEC.md`, "# Screens\n");
    expect(await blocks(uiContract)).toBe(false);
  });

  test("drift: shut while a finished plan names a file that is not there", async () => {
    plan(["src/a.ts"], ["REQ-1"]);
    write(root, `${FOLDER}/01-01-SUMMARY.md`, "---\nphase: 1\nplan: 1\n---\nDone.\n");
    expect(await blocks(drift)).toBe(true);
    write(root, "src/a.ts", "export {};\n");
    expect(await blocks(drift)).toBe(false);
  });

  test("code review: shut while a finding is open or nobody reviewed", async () => {
    expect(await blocks(codeReview)).toBe(true);
    write(root, `${FOLDER}/01-REVIEW.md`, "---\nopen_findings: 2\n---\n");
    expect(await blocks(codeReview)).toBe(true);
    write(root, `${FOLDER}/01-REVIEW.md`, "---\nopen_findings: 0\n---\n");
    expect(await blocks(codeReview)).toBe(false);
  });

  test("security: shut while a threat is open or none were looked for", async () => {
    expect(await blocks(security)).toBe(true);
    write(root, `${FOLDER}/01-SECURITY.md`, "---\nthreats_open: 1\n---\n");
    expect(await blocks(security)).toBe(true);
    write(root, `${FOLDER}/01-SECURITY.md`, "---\nthreats_open: 0\n---\n");
    expect(await blocks(security)).toBe(false);
  });

  test("tests: shut while the project's own command fails", async () => {
    settings({ tests: { command: "exit 1" } });
    expect(await blocks(tests)).toBe(true);
    settings({ tests: { command: "exit 0" } });
    expect(await blocks(tests)).toBe(false);
  });
});

test("each capability of the shipped set has its switch", async () => {
  const on = {
    code_review: true,
    schema_drift_gate: true,
    post_planning_gaps: true,
    tdd_mode: true,
    ui_safety_gate: true,
  };
  settings({ workflow: on, tests: { command: "true" } });
  expect(await gatesAt("plan:post")).toEqual(["gap-analysis", "plan-check", "tests-first", "ui-contract"]);
  expect(await gatesAt("execute:wave:post")).toEqual(["drift", "tests"]);
  expect(await gatesAt("ship:pre")).toEqual(["code-review", "security"]);
  settings({ workflow: { plan_check: false, security_enforcement: false } });
  expect(await gatesAt("plan:post")).toEqual([]);
  expect(await gatesAt("execute:wave:post")).toEqual([]);
  expect(await gatesAt("ship:pre")).toEqual([]);
});
