import { expect, test } from "bun:test";
import { setProgressRow, tickPhase } from "../../../engine/planning/edit-roadmap.ts";
import { addDecision, setStateFields } from "../../../engine/planning/edit-state.ts";
import { readRoadmap } from "../../../engine/planning/roadmap.ts";
import { scopeRoadmap } from "../../../engine/planning/roadmap-scope.ts";
import { readState } from "../../../engine/planning/state.ts";

const FOCUS = { milestone: "v1.0", bracket: false };
const PHASES = Array.from({ length: 2000 }, (_, index) => index + 1001);
const ROADMAP = [
  "# Roadmap\n",
  ...PHASES.map((id) => `- [ ] **Phase ${id}: Name ${id}** - about`),
  "",
  ...PHASES.map((id) => `### Phase ${id}: Name ${id}\n**Goal**: Goal ${id}\n**Depends on**: Phase ${id - 1}\n`),
  "## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|",
  ...PHASES.map((id) => `| ${id}. Name | 0/0 | Not started | - |`),
].join("\n");

const DECISION = "- [Phase 1]: Decided something that takes a line of its own — for a reason\n";
const STATE = `---\nstatus: planning\n---\n\n# S\n\n## Current Position\n\nPhase: 1\nStatus: x\n\n### Decisions\n\n${DECISION.repeat(65_000)}`;

test("a roadmap of 2,000 phases is read to its end", () => {
  const { phases } = scopeRoadmap(readRoadmap(ROADMAP), "v1.0");
  expect(phases).toHaveLength(2000);
  expect(phases.at(-1)).toMatchObject({ id: "3000", name: "Name 3000" });
});

test("an edit of a long roadmap changes the line that it is about", () => {
  const ticked = tickPhase(ROADMAP, "2999", FOCUS);
  expect(ticked).toBe(ROADMAP.replace("- [ ] **Phase 2999:", "- [x] **Phase 2999:"));
  const row = "| 2999. Name | 0/0 | Not started | - |";
  expect(setProgressRow(ROADMAP, "2999", { status: "Complete" }, FOCUS)).toBe(
    ROADMAP.replace(row, row.replace("Not started", "Complete")),
  );
});

test("a state of 5 MB keeps every byte around a field and a decision", () => {
  expect(STATE.length).toBeGreaterThan(4_800_000);
  expect(readState(STATE)).toMatchObject({ problem: null, view: { status: "planning" } });
  expect(setStateFields(STATE, { status: "executing" })).toEqual({
    ok: true,
    text: STATE.replace("status: planning", "status: executing"),
  });
  expect(addDecision(STATE, "another")).toBe(`${STATE}- another\n`);
});
