import { describe, expect, test } from "bun:test";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition } from "../../../engine/planning/transition.ts";
import { readUat } from "../../../engine/planning/uat.ts";
import { goldenProject, HOME, read, write } from "./sample.ts";

const passing =
  "---\nstatus: complete\n---\n\n### 1. Opens\nexpected: it opens\nresult: pass\n\n### 2. Closes\nresult: [passed]\n";

describe("an acceptance report", () => {
  test("passes when every test has passed", () => {
    expect(readUat(passing)).toEqual({
      tests: [
        { number: 1, name: "Opens", result: "pass" },
        { number: 2, name: "Closes", result: "passed" },
      ],
      blockers: [],
    });
    expect(readUat(passing.replaceAll("\n", "\r\n")).blockers).toEqual([]);
  });

  test.each([
    ["nothing in it", "", "holds no test"],
    ["a front matter that claims it alone", "---\nstatus: passed\n---\n", "holds no test"],
    ["prose alone", "# Acceptance\n\nAll is well.\n", "holds no test"],
    ["tests in a fence alone", "```\n### 1. Opens\nresult: pass\n```\n", "holds no test"],
    ["an open status", passing.replace("complete", "partial"), "partial"],
    ["an open result", passing.replace("status: complete", "result: pending"), "pending"],
    ["a failed test", passing.replace("result: pass\n", "result: issue\n"), 'Test "Opens" is issue'],
    ["a test without a result", passing.replace("result: pass\n", ""), 'Test "Opens" is missing'],
    ["a quoted result", passing.replace("result: pass\n", "> result: pass\n"), 'Test "Opens" is missing'],
    ["a result in a fence", passing.replace("result: pass\n", "```\nresult: pass\n```\n"), 'Test "Opens" is missing'],
    [
      "a result in a comment",
      passing.replace("result: pass\n", "<!--\nresult: pass\n-->\n"),
      'Test "Opens" is missing',
    ],
    ["a result behind another heading", passing.replace("result: pass\n", "## Notes\nresult: pass\n"), "missing"],
    ["a fence that is never closed", `${passing}\n\`\`\`\n`, "fence is never closed"],
    ["a comment that is never closed", `${passing}\n<!-- x\n`, "comment is never closed"],
    ["front matter that is never closed", "---\nstatus: complete\n\n### 1. A\nresult: pass\n", "no closing"],
  ])("does not pass with %s", (_name, text, words) => {
    expect(readUat(text).blockers.join(" ")).toContain(words);
  });
});

describe("a phase with acceptance reports", () => {
  const complete = (root: string) =>
    applyTransition(root, { type: "complete-phase", phase: "1" }, { now: Date.now, home: HOME });

  test("is not completed on a report without a test, and needs no report at all", async () => {
    const root = goldenProject("s06-verification-passed");
    write(root, ".planning/phases/01-alpha/01-UAT.md", "---\nstatus: passed\n---\n");
    expect(await complete(root)).toMatchObject({ ok: false, reason: "phase_uat_incomplete" });
    expect(await complete(goldenProject("s06-verification-passed"))).toMatchObject({ ok: true });
  });

  test.each(["01-UAT.md", "01-02-UAT.md", "UAT.md"])("is not completed while %s is open", async (name) => {
    const root = goldenProject("s06-verification-passed");
    const path = `.planning/phases/01-alpha/${name}`;
    write(root, path, passing.replace("result: pass\n", "result: failed\n"));
    const before = read(root, ".planning/ROADMAP.md");
    const refused = await complete(root);
    expect(refused).toMatchObject({ ok: false, reason: "phase_uat_incomplete" });
    expect(!refused.ok && refused.message).toContain(`${path}: Test "Opens" is failed.`);
    expect(read(root, ".planning/ROADMAP.md")).toBe(before);
    write(root, path, passing);
    expect(await complete(root)).toMatchObject({ ok: true });
    expect(createSnapshotReader({ root }).read().phases[0]).toMatchObject({ ticked: true, complete: true });
  });
});
