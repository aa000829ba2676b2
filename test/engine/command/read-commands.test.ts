import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describeCommands, isJsonObject } from "../../../engine/index.ts";
import { read, write } from "../planning/sample.ts";
import { projectEngine } from "./project-engine.ts";

describe("what is missing is said in the answer, as data", () => {
  test.each([
    [["roadmap", "analyze"]],
    [["state", "json"]],
    [["state-snapshot"]],
    [["phase-plan-index", "9"]],
    [["verify", "plan-structure", "nowhere.md"]],
  ])("%p", async (line) => {
    const result = await projectEngine(null).run(line);
    expect(result).toMatchObject({ ok: true, degraded: true });
    expect(result.ok && isJsonObject(result.data) ? typeof result.data.error : "").toBe("string");
  });
});

describe("a phase", () => {
  test.each(["1-02", "01-02", "01-02-beta", ".planning/phases/01-02-beta/"])("is found by %s", async (name) => {
    expect(await projectEngine("p07-milestone-ids").data("find-phase", name)).toMatchObject({
      directory: ".planning/phases/01-02-beta",
      phase_number: "01-02",
    });
  });

  test("is found on disk when no roadmap names it", async () => {
    const prepare = (root: string) => write(root, ".planning/phases/07-old-work/07-01-PLAN.md", "# plan\n");
    const engine = projectEngine("s01-new-roadmap", { prepare });
    expect(await engine.data("find-phase", "7")).toMatchObject({ phase_name: "old work", plan_count: 1 });
    expect(await engine.data("phases", "list")).toMatchObject({ directories: ["07-old-work"] });
    expect(await engine.data("progress", "json")).toMatchObject({ phases: [], total_plans: 0 });
  });

  test("is found in the archive of the latest milestone that had it", async () => {
    const prepare = (root: string) => {
      write(root, ".planning/milestones/v0.9-phases/07-older/07-01-PLAN.md", "# plan\n");
      write(root, ".planning/milestones/v0.10-phases/07-newer-work/07-01-PLAN.md", "# plan\n");
      write(root, ".planning/milestones/v0.10-phases/07-newer-work/07-01-SUMMARY.md", "# summary\n");
      write(root, ".planning/milestones/v0.10-phases/01-old/01-01-PLAN.md", "# plan\n");
    };
    const engine = projectEngine("s01-new-roadmap", { prepare });
    expect(await engine.data("find-phase", "7")).toMatchObject({
      found: true,
      directory: ".planning/milestones/v0.10-phases/07-newer-work",
      phase_name: "newer work",
      plans: ["07-01-PLAN.md"],
      summaries: ["07-01-SUMMARY.md"],
    });
    expect(await engine.data("find-phase", "1")).toMatchObject({ found: false });
    expect((await engine.data("find-phase", "8")).searched_directories).toEqual([
      ".planning/phases",
      ".planning/milestones/v0.10-phases",
      ".planning/milestones/v0.9-phases",
    ]);
  });

  test("gives its section of the roadmap as it is written", async () => {
    const found = await projectEngine("s01-new-roadmap").data("roadmap", "get-phase", "2");
    expect(found).toMatchObject({ found: true, phase_name: "Beta", success_criteria: ["Beta is there"] });
    expect(found.section).toStartWith("### Phase 2: Beta\n**Goal**: Beta works");
    expect(found.section).not.toContain("Gamma");
  });

  describe("of another milestone", () => {
    const roadmap = [
      "# Roadmap",
      "<details>\n<summary>✅ v0.9 First</summary>",
      "### Phase 1: Old\n**Goal:** Long done",
      "</details>",
      "## v1.0 Now 🚧\n- [ ] **Phase 3: Listed only**",
      "### Phase 1: New\n**Goal:** In work",
      "## v1.1 Later 📋\n### Phase 5: Far\n**Goal:** To come",
      "## v0.8 Zero ✅\n### Phase 7: Ancient\n**Goal:** Dust\n**Success Criteria:**\n1. It stood",
    ].join("\n\n");
    const engine = () =>
      projectEngine("s01-new-roadmap", {
        prepare: (root) => {
          write(root, ".planning/ROADMAP.md", roadmap);
          write(root, ".planning/STATE.md", "---\nmilestone: v1.0\n---\n");
        },
      });

    test.each([
      ["in work, before all", "1", { phase_name: "New", goal: "In work" }],
      ["shipped", "07", { phase_number: "7", goal: "Dust", success_criteria: ["It stood"] }],
      ["to come", "5", { phase_name: "Far", goal: "To come" }],
    ])("is found: %s", async (_name, phase, fields) => {
      expect(await engine().data("roadmap", "get-phase", phase)).toMatchObject({ found: true, ...fields });
    });

    test("does not count among those in work", async () => {
      expect(await engine().data("roadmap", "analyze")).toMatchObject({ phase_count: 2 });
    });

    test("is not described by a place on a list", async () => {
      const answer = await engine().data("roadmap", "get-phase", "3");
      expect(answer).toMatchObject({ found: false, phase_name: "Listed only", error: "malformed_roadmap" });
    });
  });
});

test("a plan in a folder of its own is named with it", async () => {
  const prepare = (root: string) => write(root, ".planning/phases/01-alpha/plans/PLAN-01.md", "# plan\n");
  const engine = projectEngine("s01-new-roadmap", { prepare });
  expect(await engine.data("find-phase", "1")).toMatchObject({ plans: ["plans/PLAN-01.md"] });
  expect(await engine.data("init", "execute-phase", "1")).toMatchObject({ runnable_plans: ["plans/PLAN-01.md"] });
});

test("a phase without a folder has no plans and no checkpoints", async () => {
  const index = await projectEngine("s01-new-roadmap").data("phase-plan-index", "1");
  expect(index).toMatchObject({ plans: [], incomplete: [], has_checkpoints: false });
});

test("a verification that is missing is asked for by the number of its phase", async () => {
  const worth = await projectEngine(null).data("verification", "status", ".planning/phases/03-gamma");
  expect(worth).toMatchObject({ status: "missing", next_command: "/gsd-execute-phase 03" });
});

test("a state that says nothing of its status is unknown", async () => {
  const prepare = (root: string) => write(root, ".planning/STATE.md", "---\nstatus:\n---\n");
  expect(await projectEngine("s01-new-roadmap", { prepare }).data("state", "json")).toMatchObject({
    status: "unknown",
  });
});

test("a percentage is withheld where the roadmap gives no whole", async () => {
  const prepare = (root: string) => rmSync(join(root, ".planning/ROADMAP.md"));
  expect(await projectEngine("s03-planned", { prepare }).data("progress", "json")).toMatchObject({ percent: null });
});

describe("plans that may start now", () => {
  test("wait for what they depend on", async () => {
    const index = await projectEngine("p01-waves").data("phase-plan-index", "1");
    expect(index.ready).toEqual(["01-01", "01-02", "01-06"]);
  });

  test("do not write the same file side by side", async () => {
    const index = await projectEngine("w01-state-writes").data("phase-plan-index", "1");
    expect(index).toMatchObject({ runnable: ["01-01", "01-02"], ready: ["01-01"] });
  });
});

describe("files that the plan must leave", () => {
  const PLAN = (mustHaves: string) =>
    `---\nphase: 01-alpha\nplan: "01"\nmust_haves:\n${mustHaves}---\n\n<objective>\nA part.\n</objective>\n`;
  const prepare = (root: string) => {
    write(root, "src/a.ts", "import { b } from './b.ts';\nexport const a = b;\n");
    write(root, "src/b.ts", "export const b = 1;\n");
    write(root, "secret.md", "See @src/a.ts, `src/gone.ts` and @../outside.ts\n");
    write(
      root,
      "plan.md",
      PLAN(
        "  artifacts:\n    - path: src/a.ts\n      min_lines: 2\n      exports: [a]\n    - path: src/b.ts\n      exports: [c]\n    - path: ../x.ts\n" +
          "  key_links:\n    - from: src/a.ts\n      to: src/b.ts\n      via: import\n    - from: src/b.ts\n      to: src/a.ts\n      via: call\n      pattern: (a+)+$\n",
      ),
    );
  };

  test("are checked one by one, inside the project only", async () => {
    const answer = await projectEngine(null, { prepare }).data("verify", "artifacts", "plan.md");
    expect(answer).toMatchObject({
      all_passed: false,
      passed: 1,
      total: 3,
      artifacts: [
        { path: "src/a.ts", passed: true },
        { path: "src/b.ts", exists: true, issues: ["It does not export c"] },
        { path: "../x.ts", exists: false },
      ],
    });
  });

  test("are linked as the plan says; a pattern that could take for ever is not searched for", async () => {
    const answer = await projectEngine(null, { prepare }).data("verify", "key-links", "plan.md");
    expect(answer).toMatchObject({ passed: 1, total: 2, links: [{ passed: true }, { passed: false }] });
  });

  test("that a document points to are looked for", async () => {
    const answer = await projectEngine(null, { prepare }).data("verify", "references", "secret.md");
    expect(answer).toMatchObject({ valid: false, found: 1, missing: ["../outside.ts", "src/gone.ts"], total: 3 });
  });

  test("and commits exist or not", async () => {
    const commit = (root: string) => {
      prepare(root);
      for (const words of [
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "all"],
      ])
        Bun.spawnSync(["git", ...words], { cwd: root });
    };
    const engine = projectEngine(null, { prepare: commit });
    const head = Bun.spawnSync(["git", "rev-parse", "--short", "HEAD"], { cwd: engine.root }).stdout.toString().trim();
    expect(await engine.data("verify", "commits", head, "deadbee", "--upload-pack=x")).toMatchObject({
      all_valid: false,
      valid: [head],
      invalid: ["deadbee"],
    });
  });
});

describe("health", () => {
  test("is good in a sound project", async () => {
    expect(await projectEngine("s01-new-roadmap").data("validate", "health")).toMatchObject({ status: "healthy" });
  });

  test("names what is missing and mends what needs no decision", async () => {
    const prepare = (root: string) => write(root, ".planning/ROADMAP.md", "# Roadmap\n");
    const engine = projectEngine(null, { prepare });
    expect(await engine.run(["validate", "health"])).toMatchObject({
      degraded: true,
      data: { status: "broken", repairable_count: 1, warnings: [{ code: "W003", repairable: true }] },
    });
    const mended = await engine.data("validate", "health", "--repair");
    expect(mended).toMatchObject({ repairs_performed: ["wrote an empty .planning/config.json"], repairable_count: 0 });
  });

  test("spells out what others take for off, and lists a milestone that was archived, without losing a byte", async () => {
    const config = '\ufeff{\r\n  "mine": [1,2],\r\n  "workflow": {"research": false}\r\n}\r\n';
    const shipped = "# Milestones\n\n## v1.0 First (2026-01-01)\n\n- mine\n";
    const engine = projectEngine("s05-executed-unverified", {
      prepare(root) {
        write(root, ".planning/config.json", config);
        write(root, ".planning/MILESTONES.md", shipped);
        for (const name of ["v0.9-ROADMAP.md", "v1.0-ROADMAP.md", "v2-notes.md"])
          write(root, `.planning/milestones/${name}`, "# R\n");
      },
    });
    expect(await engine.data("validate", "health")).toMatchObject({
      status: "degraded",
      warnings: [{ code: "W008" }, { code: "W016" }, { code: "W018", message: expect.stringContaining("v0.9") }],
      repairable_count: 3,
    });
    const { repairs_performed } = await engine.data("validate", "health", "--repair");
    expect(repairs_performed).toHaveLength(2);
    const settings = read(engine.root, ".planning/config.json");
    expect(settings.startsWith('\ufeff{\r\n  "mine": [1,2],\r\n')).toBe(true);
    expect(JSON.parse(settings.slice(1))).toEqual({
      mine: [1, 2],
      workflow: { research: false, nyquist_validation: true, ai_integration_phase: true },
    });
    const list = read(engine.root, ".planning/MILESTONES.md");
    expect(list).toContain("## v0.9 (date unknown)");
    expect(list).toEndWith("## v1.0 First (2026-01-01)\n\n- mine\n");
    expect(await engine.data("validate", "health", "--repair")).toMatchObject({
      status: "healthy",
      repairable_count: 0,
    });
  });

  test("--repair leaves alone what only a person can mend", async () => {
    const engine = projectEngine("s05-executed-unverified", {
      prepare: (root) => write(root, ".planning/config.json", "{bad"),
    });
    expect(await engine.data("validate", "health", "--repair")).toMatchObject({
      status: "broken",
      repairable_count: 0,
    });
    expect(read(engine.root, ".planning/config.json")).toBe("{bad");
  });
});

test("no answer to a person is wider than a terminal", async () => {
  const engine = projectEngine("p01-waves");
  for (const line of [
    ["roadmap", "analyze"],
    ["progress", "table"],
    ["phase-plan-index", "1"],
  ]) {
    const result = await engine.run(line);
    const widest = Math.max(...(result.ok ? result.text : "").split("\n").map((text) => [...text].length));
    expect(widest).toBeLessThanOrEqual(80);
  }
});

test("every command has a summary and a place of its own", async () => {
  const usages = (await describeCommands()).map(({ family, name }) => `${family} ${name}`);
  expect(new Set(usages).size).toBe(usages.length);
});
