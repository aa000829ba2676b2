import { describe, expect, test } from "bun:test";
import { readRoadmap } from "../../../engine/planning/roadmap.ts";
import { scopeRoadmap } from "../../../engine/planning/roadmap-scope.ts";

const scoped = (text: string, milestone: string | null = null) => scopeRoadmap(readRoadmap(text), milestone);
const ids = (text: string, milestone: string | null = null) => scoped(text, milestone).phases.map((phase) => phase.id);

const TWO_MILESTONES = `# Roadmap

<details>
<summary>✅ v1.0 First (Phases 1-2)</summary>

- [x] **Phase 1: Old** - gone
### Phase 2: Older
</details>

## 🚧 v1.1 Second

- [ ] **Phase 3: New** - now

## 📋 v2.0 Third

- [ ] **Phase 4: Later** - then

## Phase Details

### Phase 3: New
**Goal:** It is new
### Phase 3.1 (INSERTED): Urgent
**Requirements**: [R-1, R-2]
### Phase 4: Later
### Phase 999: Ideas
`;

describe("the phases of a roadmap", () => {
  test("are those of the milestone that the state names", () => {
    expect(ids(TWO_MILESTONES, "v1.1")).toEqual(["03", "03.1"]);
    expect(ids(TWO_MILESTONES, "v2.0")).toEqual(["03.1", "04"]);
    expect(scoped(TWO_MILESTONES, "v1.1").scope).toBe("complete");
  });

  test("are all that have not shipped when no milestone is known", () => {
    expect(ids(TWO_MILESTONES)).toEqual(["03", "03.1", "04"]);
  });

  test("are no answer when the state names a milestone that the roadmap does not have", () => {
    const answer = scoped(TWO_MILESTONES, "v9.0");
    expect(answer.scope).toBe("unscoped");
    expect(answer.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(["roadmap_unscoped"]);
  });

  test("are the whole of no milestone where the roadmap names none and the state does", () => {
    const plain = "# Roadmap\n\n### Phase 1: Alpha\n\n### Phase 2: Beta\n";
    expect(scoped(plain, "v1.0")).toMatchObject({ scope: "unscoped", diagnostics: [] });
    expect(ids(plain, "v1.0")).toEqual(["01", "02"]);
    expect(scoped(plain).scope).toBe("complete");
  });

  test("carry their fields", () => {
    const [third, inserted] = scoped(TWO_MILESTONES, "v1.1").phases;
    expect(third).toMatchObject({ number: "3", name: "New", ticked: false });
    expect(third?.section?.description.goal).toBe("It is new");
    expect(inserted?.section?.description.requirements).toEqual(["R-1", "R-2"]);
  });

  test("are not looked for in code and comments", () => {
    const text =
      "```md\n### Phase 1: A\n```\n<!--\n### Phase 2: B\n-->\n### Phase 3: C\n    ```\n### Phase 4: D\n    ```\n";
    expect(ids(text)).toEqual(["03"]);
  });

  test("are truncated when a fence or comment is never closed", () => {
    for (const opener of ["```", "<!-- note", "<details>"]) {
      expect(scoped(`### Phase 1: A\n${opener}\n### Phase 2: B\n`).scope).toBe("truncated");
    }
  });

  test("are ordered by id and described once", () => {
    const answer = scoped("### Phase 10: J\n### Phase 2: B\n### Phase 2.1: C\n### Phase 2: Again\n");
    expect(answer.phases.map((phase) => phase.name)).toEqual(["B", "C", "J"]);
    expect(answer.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(["roadmap_phase_duplicate"]);
  });

  test("are read from files with any line end", () => {
    const text =
      "# Roadmap\n\n- [x] **Phase 1: A** - a\n\n### Phase 1: A\n**Goal**: g\n**Success Criteria**:\n  1. one\n  2. two\n     more\n";
    for (const end of ["\n", "\r\n", "\r"]) {
      const [phase] = scoped(text.replaceAll("\n", end)).phases;
      expect(phase?.ticked).toBe(true);
      expect(phase?.section?.description).toEqual({
        goal: "g",
        mode: null,
        dependsOn: null,
        requirements: [],
        successCriteria: ["one", "two more"],
        section: "### Phase 1: A\n**Goal**: g\n**Success Criteria**:\n  1. one\n  2. two\n     more",
      });
    }
  });
});
