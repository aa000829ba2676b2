import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../../engine/file/digest.ts";
import type { FileOperations } from "../../../engine/file/operations.ts";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { applyTransition, recoverPlanning, type Transition } from "../../../engine/planning/transition.ts";
import { coveredDigest } from "../../../engine/planning/verification.ts";
import { killedAfter } from "./killed-after.ts";
import { goldenProject, HOME, project, read, write } from "./sample.ts";

const NOW = Date.UTC(2026, 1, 10, 12, 30);
const next = () => ({ command: "/gsd-next", label: "go on", reason: "because" });
const apply = (root: string, transition: Transition, files?: FileOperations) =>
  applyTransition(root, transition, { now: () => NOW, home: HOME, next, ...(files === undefined ? {} : { files }) });
const snapshotOf = (root: string) => createSnapshotReader({ root }).read();
const numbers = (root: string) => snapshotOf(root).phases.map(({ number, name }) => `${number} ${name}`);
const folders = (root: string) => readdirSync(join(root, ".planning/phases")).sort();
const ROADMAP = ".planning/ROADMAP.md";

/** Every file below `.planning`, locks and hidden ones too, with its content. */
function contents(root: string, folder = ".planning"): Record<string, string> {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name).slice(root.length + 1);
      return [path, read(root, path)];
    }),
  );
}

describe("a phase is added", () => {
  test("as the recorded project expects", async () => {
    const root = goldenProject("w01-state-writes");
    expect(await apply(root, { type: "add-phase", name: "Delta" })).toMatchObject({
      ok: true,
      data: {
        phase_number: 4,
        padded: "04",
        slug: "delta",
        directory: ".planning/phases/04-delta",
        naming_mode: "sequential",
      },
    });
    expect(await apply(root, { type: "insert-phase", after: "1", name: "Urgent" })).toMatchObject({
      data: { phase_number: "01.1", after_phase: "1", directory: ".planning/phases/01.1-urgent" },
    });
    expect(await apply(root, { type: "remove-phase", phase: "3" })).toMatchObject({
      data: { removed: "3", directory_deleted: null, renamed_directories: [{ from: "04-delta", to: "03-delta" }] },
    });
    expect(folders(root)).toEqual(["01-alpha", "01.1-urgent", "03-delta"]);
    expect(numbers(root)).toEqual(["1 Alpha", "1.1 Urgent", "2 Beta", "3 Delta"]);
    const contract = JSON.parse(read(root, ".planning/state.json"));
    expect(contract.phases.map((phase: { number: string }) => phase.number)).toEqual(["1", "1.1", "2", "3"]);
  });

  test("in every part of the roadmap, and nothing else changes there", async () => {
    const root = goldenProject("s01-new-roadmap");
    const before = read(root, ROADMAP);
    await apply(root, { type: "add-phase", name: "Delta | Force" });
    const after = read(root, ROADMAP);
    const added = [
      "- [ ] **Phase 4: Delta | Force**\n",
      "\n### Phase 4: Delta | Force\n\n**Goal**: To be planned\n**Depends on**: Phase 3\n**Requirements**: TBD\n**Plans**: 0 plans\n",
      "| 4. Delta \\| Force | 0/0 | Not started | - |\n",
    ];
    for (const part of added) expect(after).toContain(part);
    expect(added.reduce((text, part) => text.replace(part, ""), after)).toBe(before);
    expect(snapshotOf(root).diagnostics).toEqual([]);
  });

  test("with the line ends of the file", async () => {
    const root = goldenProject("s01-new-roadmap");
    write(root, ROADMAP, `\ufeff${read(root, ROADMAP).trimEnd().replaceAll("\n", "\r\n")}`);
    await apply(root, { type: "add-phase", name: "Delta" });
    await apply(root, { type: "insert-phase", after: "2", name: "Urgent" });
    expect(read(root, ROADMAP).replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(numbers(root)).toEqual(["1 Alpha", "2 Beta", "2.1 Urgent", "3 Gamma", "4 Delta"]);
  });

  test("behind the last number that anything uses", async () => {
    const root = goldenProject("s01-new-roadmap");
    write(root, ".planning/phases/07-left-over/07-CONTEXT.md", "x\n");
    write(root, ".planning/phases/999-ideas/x.md", "x\n");
    expect(await apply(root, { type: "add-phase", name: "New" })).toMatchObject({ data: { padded: "08" } });
  });

  test("behind the decimals that are there", async () => {
    const root = goldenProject("s01-new-roadmap");
    await apply(root, { type: "insert-phase", after: "2", name: "One" });
    await apply(root, { type: "insert-phase", after: "2.1", name: "Two" });
    await apply(root, { type: "insert-phase", after: "2", name: "Three" });
    expect(numbers(root)).toEqual(["1 Alpha", "2 Beta", "2.1 One", "2.2 Two", "2.3 Three", "3 Gamma"]);
    const positions = ["Phase 2.1", "Phase 2.2", "Phase 2.3", "Phase 3"].map((name) =>
      read(root, ROADMAP).indexOf(`### ${name}`),
    );
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  test("by the numbers of its milestone, and in the bracket convention", async () => {
    const root = goldenProject("p07-milestone-ids");
    expect(await apply(root, { type: "add-phase", name: "More" })).toMatchObject({
      data: { phase_number: "1-03", padded: "01-03", naming_mode: "milestone" },
    });
    expect(await apply(root, { type: "insert-phase", after: "1-02", name: "x" })).toMatchObject({
      reason: "phase_form_unsupported",
    });
    const bracket = bracketProject();
    expect(await apply(bracket, { type: "add-phase", name: "More" })).toMatchObject({
      data: { padded: "PROJ.01-03", directory: ".planning/phases/PROJ.01-03-more", naming_mode: "bracket" },
    });
    expect(snapshotOf(bracket).phases.map((phase) => phase.id)).toEqual(["PROJ.01-01", "PROJ.01-02", "PROJ.01-03"]);
  });

  test("never without a name or a readable roadmap", async () => {
    const root = goldenProject("s01-new-roadmap");
    expect(await apply(root, { type: "add-phase", name: " \n" })).toMatchObject({ reason: "text_empty" });
    expect(await apply(root, { type: "insert-phase", after: "9", name: "x" })).toMatchObject({
      reason: "phase_unknown",
    });
    write(root, ROADMAP, `${read(root, ROADMAP)}\n\`\`\`\n`);
    expect(await apply(root, { type: "add-phase", name: "x" })).toMatchObject({ reason: "roadmap_truncated" });
  });
});

function bracketProject(): string {
  return project({
    ".planning/config.json": '{"phase_id_convention":"bracket"}',
    ".planning/STATE.md": '---\ncurrent_phase: "PROJ.01-01"\nstatus: planning\n---\n\n# State\n',
    [ROADMAP]:
      "# Roadmap\n\n- [ ] **[PROJ.01] 01: Alpha**\n- [ ] **[PROJ.01] 02: Beta**\n\n### [PROJ.01] 01: Alpha\n\n**Goal**: A\n\n### [PROJ.01] 02: Beta\n\n**Depends on**: [PROJ.01] 01\n",
    ".planning/phases/PROJ.01-02-beta/02-CONTEXT.md": "x\n",
  });
}

/** Phase 4 is verified, with a report that covers its files; phase 3 has a plan. */
function laterWork(): string {
  const root = goldenProject("s01-new-roadmap");
  const roadmap = read(root, ROADMAP)
    .replace("### Phase 3: Gamma", "### Phase 3: Gamma\nSee Phase 4 and /gsd-plan-phase 4, not Phase 40.")
    .replace(
      "## Progress",
      "### Phase 4: Delta\n**Depends on**: Phase 2, Phase 3\n\nPlans:\n- [ ] 04-01: first\n\n## Progress",
    )
    .replace(
      "- [ ] **Phase 3: Gamma** - about gamma",
      "- [ ] **Phase 3: Gamma** - about gamma\n- [x] **Phase 4: Delta** - d",
    );
  write(root, ROADMAP, `${roadmap}| 4. Delta | 1/1 | Complete | 2026-01-01 |\n`);
  write(root, ".planning/phases/03-gamma/03-01-PLAN.md", "---\nphase: 03-gamma\n---\n");
  const folder = ".planning/phases/04-delta";
  write(root, `${folder}/04-01-PLAN.md`, '---\nphase: "4"\ndepends_on: []\n---\n');
  write(root, `${folder}/04-02-PLAN.md`, "---\nphase: 4\ndepends_on: ['04-01'] # first\n---\n");
  write(root, `${folder}/04-01-SUMMARY.md`, "---\nphase: 04\n---\n");
  write(root, `${folder}/04-02-SUMMARY.md`, "# no front matter, Phase 4\n");
  write(root, "src/a.ts", "export {};\n");
  const covered = ["04-01-PLAN.md", "04-02-PLAN.md", "04-01-SUMMARY.md", "04-02-SUMMARY.md"].map(
    (name) => `${folder}/${name}`,
  );
  const digest = coveredDigest([...covered, "src/a.ts"], (path) => sha256(read(root, path)));
  const list = [...covered, "src/a.ts"].map((path) => `  - ${path}\n`).join("");
  write(
    root,
    `${folder}/04-VERIFICATION.md`,
    `---\nstatus: passed\ncovered_files:\n${list}covered_digest: ${digest}\n---\n`,
  );
  write(
    root,
    ".planning/REQUIREMENTS.md",
    "- [ ] **R3**: a\n- [ ] **R4**: b\n\n| Requirement | Phase | Status |\n|---|---|---|\n| R3 | Phase 3 | Pending |\n| R4 | Phase 4 | Pending |\n",
  );
  return root;
}

describe("a phase is removed", () => {
  test("and the later ones move up with their folders, files, texts and proofs", async () => {
    const root = laterWork();
    expect(snapshotOf(root).phases.map((phase) => phase.complete)).toEqual([false, false, false, true]);
    expect(await apply(root, { type: "remove-phase", phase: "3" })).toMatchObject({
      ok: true,
      data: {
        directory_deleted: "03-gamma",
        renamed_directories: [{ from: "04-delta", to: "03-delta" }],
        renamed_file_collisions: [],
        roadmap_updated: true,
        state_updated: true,
        requirements_updated: true,
      },
    });
    expect(folders(root)).toEqual(["03-delta"]);
    const phases = snapshotOf(root).phases;
    expect(phases.map(({ number, name, complete }) => [number, name, complete])).toEqual([
      ["1", "Alpha", false],
      ["2", "Beta", false],
      ["3", "Delta", true],
    ]);
    expect(phases[2]).toMatchObject({ dependsOn: "Phase 2", ticked: true });
    expect(phases[2]?.plans.map(({ id, dependsOn, done }) => [id, dependsOn, done])).toEqual([
      ["03-01", [], true],
      ["03-02", ["03-01"], true],
    ]);
    expect(read(root, ".planning/phases/03-delta/03-02-PLAN.md")).toBe(
      "---\nphase: \"3\"\ndepends_on: ['03-01'] # first\n---\n",
    );
    const roadmap = read(root, ROADMAP);
    expect(roadmap).toContain("- [ ] 03-01: first");
    expect(roadmap).toContain("| 3. Delta | 1/1 | Complete | 2026-01-01 |");
    expect(roadmap).not.toMatch(/Gamma|Phase 4\b/);
    expect(read(root, ".planning/REQUIREMENTS.md")).toContain("| R3 | TBD | Pending |\n| R4 | Phase 3 | Pending |\n");
    expect(snapshotOf(root).diagnostics).toEqual([]);
  });

  test("and mentions follow, but not those of other numbers", async () => {
    const root = laterWork();
    await apply(root, { type: "remove-phase", phase: "2" });
    expect(read(root, ROADMAP)).toContain("See Phase 3 and /gsd-plan-phase 3, not Phase 40.");
    expect(snapshotOf(root).phases[2]?.dependsOn).toBe("Phase 2");
  });

  test("and a report that did not match its files does not match afterwards", async () => {
    const root = laterWork();
    write(root, "src/a.ts", "changed\n");
    await apply(root, { type: "remove-phase", phase: "3" });
    expect(snapshotOf(root).phases[2]?.verification.status).toBe("stale");
  });

  test("of a decimal moves up its own decimals only", async () => {
    const root = goldenProject("s01-new-roadmap");
    for (const name of ["One", "Two"]) await apply(root, { type: "insert-phase", after: "1", name });
    expect(await apply(root, { type: "remove-phase", phase: "1" })).toMatchObject({ reason: "phase_has_inserted" });
    await apply(root, { type: "remove-phase", phase: "1.1" });
    expect(numbers(root)).toEqual(["1 Alpha", "1.1 Two", "2 Beta", "3 Gamma"]);
    expect(folders(root)).toEqual(["01.1-two"]);
  });

  test("in the bracket convention", async () => {
    const root = bracketProject();
    expect(await apply(root, { type: "remove-phase", phase: "[PROJ.01] 01" })).toMatchObject({ ok: true });
    expect(folders(root)).toEqual(["PROJ.01-01-beta"]);
    expect(snapshotOf(root).phases).toMatchObject([{ id: "PROJ.01-01", name: "Beta", dependsOn: "Nothing" }]);
    expect(snapshotOf(root).phases[0]?.artifacts).toEqual({
      CONTEXT: ".planning/phases/PROJ.01-01-beta/01-CONTEXT.md",
    });
  });

  test("by force only when it has been executed", async () => {
    const root = laterWork();
    expect(await apply(root, { type: "remove-phase", phase: "4" })).toMatchObject({ reason: "phase_executed" });
    expect(await apply(root, { type: "remove-phase", phase: "4", force: true })).toMatchObject({ ok: true });
    expect(numbers(root)).toEqual(["1 Alpha", "2 Beta", "3 Gamma"]);
  });

  test("and where it was the current one, the next takes its place", async () => {
    const root = goldenProject("s01-new-roadmap");
    await apply(root, { type: "remove-phase", phase: "1" });
    expect(snapshotOf(root).state).toMatchObject({ currentPhase: "1", currentPhaseName: "Beta", status: "planning" });
    expect(read(root, ".planning/STATE.md")).toContain("Phase: 1 of 2 (Beta)\n");
  });
});

describe("a kill while a phase is removed", () => {
  test.each([...Array(48).keys()])("after %d operations leaves the old plan or the new one", async (step) => {
    const done = laterWork();
    await apply(done, { type: "remove-phase", phase: "3" });
    const root = laterWork();
    const old = contents(root);
    const outcome = await apply(root, { type: "remove-phase", phase: "3" }, killedAfter(step, step % 2 === 0)).catch(
      () => "killed",
    );
    await recoverPlanning(root, { now: () => NOW, home: HOME });
    const now = contents(root);
    const leftOver = Object.keys(now).filter((path) => /\.tmp$|\.removed/.test(path));
    for (const path of leftOver) delete now[path];
    expect([old, contents(done)]).toContainEqual(now);
    if (outcome !== "killed") expect(now).toEqual(contents(done));
    await apply(root, { type: "add-decision", text: "go on" });
    expect(Object.keys(contents(root)).filter((path) => /\.tmp$|\.removed|transaction/.test(path))).toEqual([]);
    expect(existsSync(join(root, ".planning/.lock"))).toBe(false);
  });

  test("is more than the operations it takes", async () => {
    const root = laterWork();
    expect(await apply(root, { type: "remove-phase", phase: "3" }, killedAfter(48, false))).toMatchObject({ ok: true });
  });
});
