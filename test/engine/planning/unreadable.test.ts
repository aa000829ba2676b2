import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectEngine } from "../command/project-engine.ts";

const STATE = ".planning/STATE.md";
const DIRECTORY = ".planning/phases/01-alpha";

describe("a plan that leads out of its project", () => {
  const outside = (root: string) => {
    renameSync(join(root, ".planning"), join(root, "..", "elsewhere"));
    symlinkSync(join(root, "..", "elsewhere"), join(root, ".planning"));
  };

  test("is not taken for no plan at all", async () => {
    const engine = projectEngine("s05-executed-unverified", { prepare: outside });
    const reason = ".planning is a link that leads outside the project";
    expect((await engine.data("next")).reason).toStartWith(reason);
    expect(await engine.data("validate", "health")).toMatchObject({
      errors: [{ code: "E001", message: expect.stringContaining(reason), fix: expect.stringContaining("Replace") }],
    });
  });
});

test("what cannot be read is not said to be missing", async () => {
  const prepare = (root: string) => {
    for (const path of [STATE, ".planning/ROADMAP.md"]) {
      rmSync(join(root, path));
      mkdirSync(join(root, path));
    }
  };
  const engine = projectEngine("s05-executed-unverified", { prepare });
  expect((await engine.data("state", "json")).error).toStartWith(`${STATE} is not read`);
  expect((await engine.data("roadmap", "analyze")).error).toStartWith(".planning/ROADMAP.md is not read");
  expect(await engine.data("next")).toMatchObject({ reason: expect.stringContaining("ROADMAP.md is not read") });
});

test("a phase of which a file cannot be read is not completed, and the refusal says why", async () => {
  const report = `${DIRECTORY}/01-VERIFICATION.md`;
  const prepare = (root: string) => {
    renameSync(join(root, report), join(root, "..", "elsewhere"));
    symlinkSync(join(root, "..", "elsewhere"), join(root, report));
  };
  const refused = await projectEngine("s06-verification-passed", { prepare }).run(["phase", "complete", "1"]);
  expect(refused).toMatchObject({ ok: false, reason: "phase_verification_incomplete" });
  expect(!refused.ok && refused.message).toContain(`${report} is a link that leads outside the project`);
});
