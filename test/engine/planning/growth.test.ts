import { describe, expect, test } from "bun:test";
import { setProgressRow, tickPhase } from "../../../engine/planning/edit-roadmap.ts";
import { addDecision, setPosition, setStateFields } from "../../../engine/planning/edit-state.ts";
import { renumberMentions } from "../../../engine/planning/renumber-text.ts";
import { readRoadmap } from "../../../engine/planning/roadmap.ts";
import { removeRoadmapPhase } from "../../../engine/planning/roadmap-remove.ts";
import { scopeRoadmap } from "../../../engine/planning/roadmap-scope.ts";
import { readState } from "../../../engine/planning/state.ts";

const FOCUS = { milestone: "v1.0", bracket: false };

function roadmap(phases: number): string {
  const ids = Array.from({ length: phases }, (_, index) => index + 1);
  return [
    "# Roadmap\n",
    ...ids.map((id) => `- [ ] **Phase ${id}: Name ${id}** - about`),
    "",
    ...ids.map((id) => `### Phase ${id}: Name ${id}\n**Goal**: x\n**Depends on**: Phase ${id - 1}\n`),
    "## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|",
    ...ids.map((id) => `| ${id}. Name | 0/0 | Not started | - |`),
  ].join("\n");
}

function state(bytes: number): string {
  const item = "- [Phase 1]: Decided something that takes a line of its own — for a reason\n";
  const head = "---\nstatus: planning\n---\n\n# S\n\n## Current Position\n\nPhase: 1\nStatus: x\n\n### Decisions\n\n";
  return (
    head + Array.from({ length: bytes / item.length }, (_, index) => item.replace("something", `${index}`)).join("")
  );
}

/** Milliseconds of the quickest of several runs. */
function quickest(work: () => void): number {
  const times = Array.from({ length: 15 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

const TIMES = 8;
/** Work that grows with the square of its size would take 64 times as long. */
const LINEAR = 24;

describe("eight times as much takes about eight times as long", () => {
  test.each<[string, (text: string) => unknown]>([
    ["reading", (text) => scopeRoadmap(readRoadmap(text), "v1.0")],
    ["ticking", (text) => tickPhase(text, "100", FOCUS)],
    ["setting a row", (text) => setProgressRow(text, "100", { status: "Complete" }, FOCUS)],
    ["removing", (text) => removeRoadmapPhase(text, "100", FOCUS)],
    ["renumbering", (text) => renumberMentions(text, new Map([["101", "100"]]))],
  ])("%s a roadmap of 2,000 phases", (_name, work) => {
    const [small, large] = [roadmap(2000 / TIMES), roadmap(2000)];
    const before = quickest(() => work(small));
    expect(quickest(() => work(large))).toBeLessThan(Math.max(before, 2) * LINEAR);
  });

  test.each<[string, (text: string) => unknown]>([
    ["reading", readState],
    ["moving", (text) => setPosition(text, { Status: "y" })],
    ["setting fields of", (text) => setStateFields(text, { status: "executing", "progress.percent": 3 })],
    ["adding a decision to", (text) => addDecision(text, "another")],
  ])("%s a state of 5 MB", (_name, work) => {
    const [small, large] = [state(5_000_000 / TIMES), state(5_000_000)];
    const before = quickest(() => work(small));
    expect(quickest(() => work(large))).toBeLessThan(Math.max(before, 2) * LINEAR);
  });
});
