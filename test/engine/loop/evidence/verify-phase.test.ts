import { describe, expect, test } from "bun:test";
import { projectEngine } from "../../command/project-engine.ts";
import { read, write } from "../../planning/sample.ts";

const PLAN = ".planning/phases/01-alpha/01-01-PLAN.md";
const SUMMARY = ".planning/phases/01-alpha/01-01-SUMMARY.md";
const UAT = ".planning/phases/01-alpha/01-UAT.md";
const REPORT = ".planning/phases/01-alpha/01-VERIFICATION.md";

interface Work {
  readonly check: string;
  readonly summary?: string;
  readonly uat?: string;
}

/** A project in which everything is executed and the loop has come to verification. */
async function beforeVerification({ check, summary = "---\n---\n", uat }: Work) {
  const prepare = (root: string) => {
    write(root, PLAN, read(root, PLAN).replace(/<automated>.*<\/automated>/, `<automated>${check}</automated>`));
    write(root, SUMMARY, summary);
    if (uat !== undefined) write(root, ".planning/phases/01-alpha/01-UAT.md", uat);
  };
  const engine = projectEngine("s05-executed-unverified", { prepare, bare: true });
  for (const line of [["step", "begin", "verify", "1"]]) await engine.data(...line);
  for (const action of ["enter", "close"]) await engine.run(["point", action, "verify:pre"], "model");
  return engine;
}

describe("verifying a phase", () => {
  test("passes on a check that ran, and says so in the report and the record", async () => {
    const engine = await beforeVerification({ check: "echo 3 pass; echo 0 fail" });
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({ ok: true, data: { status: "passed" } });
    expect(read(engine.root, REPORT)).toContain("status: passed");
    expect(engine.entries).toContainEqual(
      expect.objectContaining({ event: "check_run", exit_code: 0, passed: true, output_redacted: "3 pass\n0 fail\n" }),
    );
  });

  test.each([
    ["a check that fails", { check: "echo 3 pass; exit 1" }, "not passed: check failed"],
    ["a check that ran nothing", { check: "echo 0 pass; echo 0 fail" }, "not passed: no check ran"],
    ["a check that skipped everything", { check: "echo 2 skipped" }, "not passed: all skipped"],
    [
      "a claimed file that is not there",
      { check: "echo 1 pass", summary: "---\nkey-files:\n  created: [src/gone.ts]\n---\n" },
      "not passed: file missing src/gone.ts",
    ],
    [
      "a claimed commit that nobody made",
      { check: "echo 1 pass", summary: "---\ncommits: [deadbee]\n---\n" },
      "not passed: commit unknown deadbee",
    ],
  ] as const)("does not pass on %s", async (_what, work, words) => {
    const engine = await beforeVerification(work);
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({
      ok: false,
      reason: "evidence_failed",
      data: { verdict: words, report: REPORT },
    });
    expect(read(engine.root, REPORT)).toContain("status: gaps_found");
    expect(await engine.data("verification", "status", "1")).toMatchObject({ status: "gaps_found" });
  });

  test("waits for the person where a question is open", async () => {
    const uat = "# UAT\n\n### 1. The page opens\n\nresult: pass\n\n### 2. It looks right\n\nresult: [pending]\n";
    const engine = await beforeVerification({ check: "echo 1 pass", uat });
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({
      ok: false,
      reason: "human_needed",
      data: { verdict: "human_needed" },
    });
    expect(read(engine.root, REPORT)).toContain("It looks right");
    expect(await engine.run(["verify", "answer", "all"])).toMatchObject({ ok: true });
    expect(await engine.run(["verify", "answer", "2", "pass"])).toMatchObject({ ok: true });
    expect(read(engine.root, UAT)).toBe(uat.replace("[pending]", "pass"));
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({ ok: true });
  });

  test("takes no answer of a person's from a model, neither in the report nor by command or shell", async () => {
    const uat = "# UAT\n\n### 1. The page opens\n\nresult: pass\n\n### 2. It looks right\n\nresult: pass\n";
    const engine = await beforeVerification({ check: "echo 1 pass", uat });
    const unheard = await engine.run(["verify", "run"], "model");
    expect(unheard).toMatchObject({ ok: false, reason: "human_needed" });
    expect(unheard.ok ? "" : unheard.message).toContain('Test "It looks right" says pass, and no person\'s answer');
    expect(await engine.run(["verify", "answer", "all"], "model")).toMatchObject({ ok: false, reason: "not_allowed" });
    expect(await engine.toolCall("bash", { command: "npx loopwright verify answer all" })).toMatchObject([
      { type: "deny", rule: "person-command" },
    ]);
    await engine.run(["verify", "answer", "all"]);
    await engine.run(["verify", "answer", "1", "issue"]);
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({ ok: false, reason: "human_needed" });
    write(engine.root, UAT, uat);
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({ ok: false, reason: "human_needed" });
    await engine.run(["verify", "answer", "1", "pass"]);
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({ ok: true, data: { status: "passed" } });
  });

  test("says which tests there are when a person names another, and adds a result that is missing", async () => {
    const uat = "# UAT\r\n\r\n### 1. The page opens\r\nexpected: it opens\r\n\r\n### 2. It looks right\r\n";
    const engine = await beforeVerification({ check: "echo 1 pass", uat });
    const refused = await engine.run(["verify", "answer", "3", "pass"]);
    expect(refused.ok ? "" : refused.remedy).toContain("1 (The page opens), 2 (It looks right)");
    await engine.run(["verify", "answer", "1", "pass"]);
    expect(read(engine.root, UAT)).toBe(uat.replace("it opens\r\n", "it opens\r\nresult: pass\r\n"));
  });

  test("ends what a check leaves running", async () => {
    const engine = await beforeVerification({ check: "sleep 600 & echo 1 pass" });
    const started = performance.now();
    expect(await engine.run(["verify", "run"], "model")).toMatchObject({ ok: true });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("keeps secrets out of report and record", async () => {
    const engine = await beforeVerification({ check: "echo token=abcdefghijklmnop; echo 1 pass" });
    await engine.run(["verify", "run"], "model");
    const recorded = JSON.stringify(engine.entries) + read(engine.root, REPORT);
    expect(recorded).not.toContain("abcdefghijklmnop");
  });
});
