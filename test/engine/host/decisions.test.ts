import { describe, expect, test } from "bun:test";
import { resolveDispatchType, shouldFlattenDispatch } from "../../../engine/host/index.ts";

const FREE = { background: true, backgroundDispatch: true, nested: true, subagentToolkit: "full", maxDepth: 2 };

describe("dispatch is flattened", () => {
  test("not where sub-agents nest, run behind and go deep", () => {
    expect(shouldFlattenDispatch(FREE)).toBe(false);
    expect(shouldFlattenDispatch({ ...FREE, maxDepth: -1 })).toBe(false);
  });

  test("wherever one of these is missing or not literally so", () => {
    const lesser = [
      { background: 1 },
      { backgroundDispatch: false },
      { nested: "true" },
      { subagentToolkit: "built-in-only" },
      { maxDepth: 1 },
      { maxDepth: -2 },
      { maxDepth: 2.5 },
      { maxDepth: Number.POSITIVE_INFINITY },
      { maxDepth: "undocumented" },
    ];
    for (const change of lesser) expect(shouldFlattenDispatch({ ...FREE, ...change })).toBe(true);
  });

  test("for anything that is no record", () => {
    for (const junk of [undefined, null, 5, "x", [], Object.create(FREE)])
      expect(shouldFlattenDispatch(junk)).toBe(true);
  });
});

describe("the dispatch type", () => {
  const unnamed = { namedDispatch: false };

  test("is the name itself where names can be dispatched", () => {
    expect(resolveDispatchType("gsd-planner", { namedDispatch: true })).toBe("gsd-planner");
    expect(resolveDispatchType("gsd-planner", {})).toBe("gsd-planner");
    expect(resolveDispatchType("gsd-planner", null)).toBe("gsd-planner");
  });

  test("follows the suffix elsewhere", () => {
    const plans = ["gsd-planner", "gsd-roadmapper", "gsd-framework-selector", "ai-spec"];
    const explores = [
      "gsd-phase-researcher",
      "gsd-codebase-mapper",
      "gsd-plan-checker",
      "gsd-verifier",
      "gsd-ui-auditor",
      "gsd-assumptions-analyzer",
      "gsd-research-synthesizer",
      "gsd-user-profiler",
      "gsd-intel-curator",
      "gsd-doc-classifier",
      "gsd-code-reviewer",
    ];
    for (const name of plans) expect(resolveDispatchType(name, unnamed)).toBe("plan");
    for (const name of explores) expect(resolveDispatchType(name, unnamed)).toBe("explore");
    for (const name of ["gsd-executor", "planner-helper"]) expect(resolveDispatchType(name, unnamed)).toBe("coder");
  });

  test("is coder for a name that is none", () => {
    for (const name of ["", undefined, null, 5, ["planner"]]) expect(resolveDispatchType(name, unnamed)).toBe("coder");
    expect(resolveDispatchType("", { namedDispatch: true })).toBe("coder");
  });
});
