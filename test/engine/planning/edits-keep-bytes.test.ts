import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { completeRequirements } from "../../../engine/planning/edit-requirements.ts";
import { setProgressRow, shipMilestone, tickPhase, tickPlans } from "../../../engine/planning/edit-roadmap.ts";
import {
  addBlocker,
  addDecision,
  resolveBlocker,
  setPosition,
  setSession,
} from "../../../engine/planning/edit-state.ts";
import { readFrontmatter } from "../../../engine/planning/frontmatter.ts";
import { mapFrontmatterTexts, removeFrontmatterField } from "../../../engine/planning/frontmatter-edit.ts";
import { renumberMentions } from "../../../engine/planning/renumber-text.ts";
import { readRoadmap } from "../../../engine/planning/roadmap.ts";
import { addRoadmapPhase } from "../../../engine/planning/roadmap-add.ts";
import { removeRoadmapPhase } from "../../../engine/planning/roadmap-remove.ts";
import { scopeRoadmap } from "../../../engine/planning/roadmap-scope.ts";
import { readState } from "../../../engine/planning/state.ts";

const FOCUS = { milestone: "v1.0", bracket: false };

const STATE = [
  "---",
  "milestone: v1.0   ",
  "# a comment",
  'current_phase: "1"',
  "status: planning",
  "---",
  "",
  "# State",
  "",
  "## Current Position",
  "",
  "Phase: 1 of 3 (Alpha)   ",
  "**Status:** Ready to plan",
  "Last activity: 2026-01-01 - x",
  "",
  "### Decisions",
  "",
  "- [Phase 1]: Old one",
  "",
  "### Blockers",
  "",
  "- Fog",
  "  in the bay",
  "- Ice",
  "",
  "## Session",
  "",
  "Stopped at: here",
];
const ROADMAP = [
  "# Roadmap",
  "",
  "- [ ] **Phase 1: Alpha** - a",
  "- [ ] **Phase 2: Beta** - b",
  "- [ ] **Phase 3: Gamma** - c",
  "",
  "## 🚧 v1.0 First",
  "",
  "### Phase 1: Alpha",
  "**Goal**: x   ",
  "- [ ] 01-01: one",
  "",
  "### Phase 2: Beta",
  "**Depends on**: Phase 1",
  "",
  "### Phase 3: Gamma",
  "**Depends on**: Phase 2",
  "",
  "## Progress",
  "",
  "| Phase | Plans | Status |",
  "|---|---|---|",
  "| 1. Alpha | 0/1 | Not started |",
  "| 2. Beta | 0/1 | Not started   |",
  "| 3. Gamma | 0/1 | Not started |",
];
const REQUIREMENTS = [
  "# Requirements",
  "",
  "- [ ] **R1**: a",
  "- [ ] **R2**: b",
  "",
  "| Requirement | Phase | Status |",
  "|---|---|---|",
  "| R1 | 1 | Pending |",
  "| R2 | 2 | Pending |",
];

/** Lines that no editor addresses, put in anywhere between the others. */
const strange = fc.constantFrom(
  "<!-- a comment - [ ] **Phase 1: no** -->",
  "<!--\nopen Phase 1\n-->",
  "```\n- [ ] **Phase 1: in a fence**\nStatus: fenced\n- Fog\n```",
  "~~~md\n## Decisions\n| 1 | x | y |\n~~~",
  "Text with trailing blanks   ",
  "> - quoted",
  "\u00a0",
  "— ✅ 🚧 é",
);
const surroundings = fc.record({
  bom: fc.boolean(),
  end: fc.constantFrom("\n", "\r\n"),
  last: fc.boolean(),
  extras: fc.array(fc.tuple(fc.nat(60), strange), { maxLength: 5 }),
  unknown: fc.boolean(),
});
type Surroundings = typeof surroundings extends fc.Arbitrary<infer T> ? T : never;

/** The lines with strange ones between them, never inside the front matter, a list or a table. */
function dressed(lines: readonly string[], { bom, end, last, extras, unknown }: Surroundings): string {
  const result = [...lines];
  const body = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  for (const [at, text] of extras) {
    const gaps = [...result.keys()].filter((index) => index > body && result[index] === "");
    const gap = gaps[at % gaps.length];
    if (gap !== undefined) result.splice(gap, 0, "", ...text.split("\n"));
  }
  if (unknown) result.push("", "## Something of our own", "", "- kept", "");
  return `${bom ? "\ufeff" : ""}${result.join(end)}${last ? end : ""}`;
}

/** Lines that are gone and lines that are new; a line end that is not the file's own is part of its line. */
function changed(before: string, after: string, end: string): { gone: string[]; added: string[] } {
  const old = before.split(end);
  const now = after.split(end);
  const count = (lines: readonly string[], line: string) => lines.filter((other) => other === line).length;
  const more = (a: readonly string[], b: readonly string[]) =>
    [...new Set(a)].filter((line) => line !== "" && count(a, line) > count(b, line));
  return { gone: more(old, now), added: more(now, old) };
}

function holds(
  lines: readonly string[],
  edit: (text: string) => string,
  expected: { readonly gone: readonly string[]; readonly added: readonly string[] },
  reads: (text: string) => unknown,
): void {
  fc.assert(
    fc.property(surroundings, (around) => {
      const before = dressed(lines, around);
      const after = edit(before);
      expect(changed(before, after, around.end)).toEqual({ gone: [...expected.gone], added: [...expected.added] });
      expect(after.startsWith("\ufeff")).toBe(around.bom);
      expect(after.replaceAll(around.end, "")).not.toMatch(/[\r\n]/);
      expect(edit(after)).toBe(after);
      expect(reads(after)).toEqual(reads(edit(dressed(lines, { ...around, extras: [], bom: false, end: "\n" }))));
    }),
    { numRuns: 150 },
  );
}

describe("read, write one thing, read: that has changed and every other line is as it was", () => {
  const state = (text: string) => readState(text).view;
  const phases = (text: string) => {
    const { phases: found } = scopeRoadmap(readRoadmap(text), "v1.0");
    return found.map(({ section: _section, ...phase }) => phase);
  };

  test("a line of the position", () => {
    holds(
      STATE,
      (text) => setPosition(text, { Status: "Executing", Phase: "2 of 3 (Beta)" }),
      {
        gone: ["Phase: 1 of 3 (Alpha)   ", "**Status:** Ready to plan"],
        added: ["Phase: 2 of 3 (Beta)   ", "**Status:** Executing"],
      },
      state,
    );
  });

  test("a line of the session", () => {
    const edit = (text: string) => setSession(text, { "Stopped at": "there" });
    holds(STATE, edit, { gone: ["Stopped at: here"], added: ["Stopped at: there"] }, state);
  });

  test("a decision and a blocker", () => {
    const edit = (text: string) => addBlocker(addDecision(text, "New one"), "Night");
    holds(STATE, edit, { gone: [], added: ["- New one", "- Night"] }, state);
  });

  test("a resolved blocker", () => {
    const edit = (text: string) => {
      const resolution = resolveBlocker(text, "fog");
      return resolution.kind === "resolved" ? resolution.text : text;
    };
    holds(STATE, edit, { gone: ["- Fog", "  in the bay"], added: [] }, state);
  });

  test("a field that goes, and a text in a field", () => {
    const fields = (text: string) => readFrontmatter(text);
    const body = (text: string) => {
      const front = fields(text);
      return front.ok ? front.fields : null;
    };
    holds(
      STATE,
      (text) => removeFrontmatterField(text, "current_phase"),
      { gone: ['current_phase: "1"'], added: [] },
      body,
    );
    const edit = (text: string) => mapFrontmatterTexts(text, "current_phase", () => "2");
    holds(STATE, edit, { gone: ['current_phase: "1"'], added: ['current_phase: "2"'] }, body);
  });

  test("ticks and a row of the roadmap", () => {
    const edit = (text: string) =>
      setProgressRow(tickPlans(tickPhase(text, "01", FOCUS), ["01-01"]), "02", { status: "Complete" }, FOCUS);
    holds(
      ROADMAP,
      edit,
      {
        gone: ["- [ ] **Phase 1: Alpha** - a", "- [ ] 01-01: one", "| 2. Beta | 0/1 | Not started   |"],
        added: ["- [x] **Phase 1: Alpha** - a", "- [x] 01-01: one", "| 2. Beta | 0/1 | Complete   |"],
      },
      phases,
    );
  });

  test("a milestone that has shipped", () => {
    const edit = (text: string) => shipMilestone(text, "v1.0");
    holds(ROADMAP, edit, { gone: ["## 🚧 v1.0 First"], added: ["## ✅ v1.0 First"] }, phases);
  });

  test("a requirement", () => {
    const edit = (text: string) => completeRequirements(text, ["R1"], "07").text;
    holds(
      REQUIREMENTS,
      edit,
      { gone: ["- [ ] **R1**: a", "| R1 | 1 | Pending |"], added: ["- [x] **R1**: a", "| R1 | 1 | Complete |"] },
      (text) => completeRequirements(text, ["R1", "R2"], "07").completed,
    );
  });

  test("a phase that is new, and one that is gone", () => {
    const phase = { id: "04", title: "Phase 4", name: "Delta", dependsOn: "Phase 3" };
    const has = (text: string) => readRoadmap(text).details.some((section) => section.id === "04");
    const added = [
      "- [ ] **Phase 4: Delta**",
      "### Phase 4: Delta",
      "**Goal**: To be planned",
      "**Depends on**: Phase 3",
      "**Requirements**: TBD",
      "**Plans**: 0 plans",
      "| 4. Delta | 0/0 | Not started |",
    ];
    fc.assert(
      fc.property(surroundings, (around) => {
        const before = dressed(ROADMAP, around);
        const after = addRoadmapPhase(before, phase, null, FOCUS);
        const { gone, added: found } = changed(before, after, around.end);
        expect(gone).toEqual([]);
        expect(found.sort()).toEqual([...added].sort());
        expect(has(after)).toBe(true);
        const back = removeRoadmapPhase(after, "04", FOCUS);
        expect(changed(before, back, around.end)).toEqual({ gone: [], added: [] });
      }),
      { numRuns: 150 },
    );
  });

  test("numbers that move up", () => {
    fc.assert(
      fc.property(surroundings, (around) => {
        const before = dressed(ROADMAP, around);
        const down = renumberMentions(before, new Map([["03", "04"]]));
        const { gone, added } = changed(before, down, around.end);
        expect(gone.every((line) => line.includes("3"))).toBe(true);
        expect(added.every((line) => line.includes("4"))).toBe(true);
        expect(renumberMentions(down, new Map([["04", "03"]]))).toBe(before);
      }),
      { numRuns: 150 },
    );
  });
});
