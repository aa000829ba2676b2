import { describe, expect, test } from "bun:test";
import { schedulePlans, waveOverlaps } from "../../../engine/planning/schedule.ts";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition } from "../../../engine/planning/transition.ts";
import { goldenProject, HOME, project, read, write } from "./sample.ts";

const plansOf = (root: string) => createSnapshotReader({ root }).read().phases[0]?.plans ?? [];
const ids = (plans: readonly { readonly id: string }[]) => plans.map((plan) => plan.id);
const FOLDER = ".planning/phases/01-alpha";

function planned(files: Readonly<Record<string, string>>): string {
  const plans = Object.entries(files).map(([id, front]) => [`${FOLDER}/${id}-PLAN.md`, `---\n${front}---\n`]);
  const roadmap = "# R\n\n### Phase 1: Alpha\n**Goal**: x\n";
  return project({ ".planning/ROADMAP.md": roadmap, ".planning/STATE.md": "# State\n", ...Object.fromEntries(plans) });
}

describe("plans are given out", () => {
  test("when their dependencies are done, and not before", () => {
    const root = goldenProject("p01-waves");
    expect(ids(schedulePlans(plansOf(root)).ready)).toEqual(["01-01", "01-02", "01-06"]);
    write(root, `${FOLDER}/01-01-SUMMARY.md`, "# Done\n");
    expect(ids(schedulePlans(plansOf(root)).ready)).toEqual(["01-02", "01-03", "01-06"]);
    expect(ids(schedulePlans(plansOf(root), ["01-03"]).ready)).toEqual(["01-02", "01-06"]);
  });

  test("never behind a halted one, and again where a summary says blocked", () => {
    const schedule = schedulePlans(plansOf(goldenProject("p03-halted")));
    expect(ids(schedule.ready)).toEqual(["01-04"]);
    expect(schedule.blocked.map(({ plan, by }) => [plan.id, by])).toEqual([
      ["01-02", ["01-01"]],
      ["01-03", ["01-01"]],
    ]);
  });

  test("never on a circle", () => {
    expect(schedulePlans(plansOf(goldenProject("p02-cycle"))).ready).toEqual([]);
  });

  test.each([
    ["the same file", "src/a.ts", "./src/a.ts"],
    ["a folder and a file in it", "src/", "src/a.ts"],
    ["a file in other slashes", "src/a.ts", "src\\a.ts"],
  ])("one after the other when they declare %s", (_name, one, two) => {
    const root = planned({
      "01-01": `files_modified:\n  - ${one}\n`,
      "01-02": "files_modified: [lib/b.ts]\n",
      "01-03": `files_deleted:\n  - ${two}\n`,
    });
    const schedule = schedulePlans(plansOf(root));
    expect(ids(schedule.ready)).toEqual(["01-01", "01-02"]);
    expect(schedule.waiting.map(({ plan, overlaps }) => [plan.id, overlaps[0]?.plans])).toEqual([
      ["01-03", ["01-01", "01-03"]],
    ]);
    expect(ids(schedulePlans(plansOf(root), ["01-03"]).ready)).toEqual(["01-02"]);
    expect(waveOverlaps(plansOf(root))).toMatchObject([{ plans: ["01-01", "01-03"] }]);
  });

  test("side by side when only their names are alike", () => {
    const root = planned({ "01-01": "files_modified: [src/a.ts]\n", "01-02": "files_modified: [src/a.ts.md]\n" });
    expect(ids(schedulePlans(plansOf(root)).ready)).toEqual(["01-01", "01-02"]);
  });
});

describe("a phase is not begun", () => {
  const begin = (root: string, type: "begin-phase" | "planned-phase" = "begin-phase") =>
    applyTransition(root, { type, phase: "1" }, { now: Date.now, home: HOME });

  test("when its plans wait for each other, and the way is told", async () => {
    const root = goldenProject("p02-cycle");
    const before = read(root, ".planning/STATE.md");
    const refused = await begin(root);
    expect(refused).toMatchObject({ ok: false, reason: "plan_dependency_cycle" });
    expect(!refused.ok && refused.message).toContain("01-01 → 01-02 → 01-01");
    expect(!refused.ok && refused.message).toContain(`${FOLDER}/01-01-PLAN.md`);
    expect(await begin(root, "planned-phase")).toMatchObject({ reason: "plan_dependency_cycle" });
    expect(read(root, ".planning/STATE.md")).toBe(before);
  });

  test("with only the circle named as such", async () => {
    const root = planned({
      "01-01": "depends_on: [01-02]\n",
      "01-02": "depends_on: [01-03]\n",
      "01-03": "depends_on: [01-02]\n",
    });
    const refused = await begin(root);
    expect(!refused.ok && refused.message).toContain("each other: 01-02 → 01-03 → 01-02. Behind it: 01-01.");
  });

  test("when two of its plans have the same id", async () => {
    const root = planned({ "01-01": "", "1-1": "" });
    const refused = await begin(root);
    expect(refused).toMatchObject({ ok: false, reason: "plan_id_collision" });
    expect(!refused.ok && refused.message).toContain(`${FOLDER}/01-01-PLAN.md and ${FOLDER}/1-1-PLAN.md`);
  });
});
