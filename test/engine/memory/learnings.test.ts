import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readLearningNotes } from "../../../engine/memory/learning-notes.ts";
import { projectEngine } from "../command/project-engine.ts";
import { write } from "../planning/sample.ts";

describe("what was learnt", () => {
  test("is kept one by one, once", async () => {
    const engine = projectEngine("s01-new-roadmap", { now: () => Date.parse("2026-02-03T10:00:00Z") });
    const first = await engine.data(
      "learnings",
      "add",
      "Locks need owners",
      "--context",
      "phase 1",
      "--tags",
      "files,locks",
    );
    expect(first).toMatchObject({ added: true });
    expect(await engine.data("learnings", "add", "Locks need owners")).toMatchObject({ added: false, id: first.id });
    expect(await engine.data("learnings", "list")).toMatchObject({
      count: 1,
      learnings: [
        {
          source_project: "Sample",
          date: "2026-02-03",
          context: "phase 1",
          learning: "Locks need owners",
          tags: ["files", "locks"],
        },
      ],
    });
    expect(existsSync(join(engine.home, ".gsd", "knowledge", `${first.id}.json`))).toBe(true);
  });

  test("is found by its tag", async () => {
    const engine = projectEngine("s01-new-roadmap");
    await engine.data("learnings", "add", "One", "--tags", "a");
    await engine.data("learnings", "add", "Two", "--tags", "b");
    expect(await engine.data("learnings", "query", "--tag", "B")).toMatchObject({ count: 1, tag: "B" });
  });

  test("is copied from the files of the phases, again without doubles", async () => {
    const prepare = (root: string) =>
      write(root, ".planning/phases/01-alpha/01-LEARNINGS.md", "# Learnings\n\n## Tools\n\n- Pin it\n- Test it\n");
    const engine = projectEngine("s02-discussed", { prepare });
    expect(await engine.data("learnings", "copy")).toEqual({ total: 2, created: 2, skipped: 0 });
    expect(await engine.data("learnings", "copy")).toEqual({ total: 2, created: 0, skipped: 2 });
  });

  test("is forgotten when it is old, or when a person says so", async () => {
    let now = Date.parse("2026-01-01");
    const engine = projectEngine("s01-new-roadmap", { now: () => now });
    await engine.data("learnings", "add", "Old");
    now = Date.parse("2026-04-01");
    const { id } = await engine.data("learnings", "add", "New");
    expect(await engine.data("learnings", "prune", "--older-than", "60d")).toEqual({ removed: 1, kept: 1 });
    expect(await engine.run(["learnings", "delete", String(id)], "model")).toMatchObject({ reason: "not_allowed" });
    expect(await engine.data("learnings", "delete", String(id))).toEqual({ id, deleted: true });
    expect(await engine.data("learnings", "delete", "../../x")).toMatchObject({ deleted: false });
  });

  test("holds no credentials", async () => {
    const engine = projectEngine("s01-new-roadmap");
    await engine.data("learnings", "add", "Use password=hunter2hunter2 there");
    expect(JSON.stringify(await engine.data("learnings", "list"))).not.toContain("hunter2");
  });

  test("lies where GSD_HOME says", async () => {
    const gsdHome = mkdtempSync(join(tmpdir(), "gsd-home-"));
    mkdirSync(join(gsdHome, "x"));
    const engine = projectEngine("s01-new-roadmap", { env: { GSD_HOME: gsdHome } });
    const { id } = await engine.data("learnings", "add", "Here");
    expect(existsSync(join(gsdHome, ".gsd", "knowledge", `${id}.json`))).toBe(true);
    expect(existsSync(join(engine.home, ".gsd", "knowledge"))).toBe(false);
  });
});

test("a note is a list item with its heading; a line that goes on belongs to it", () => {
  expect(readLearningNotes("# L\n## A\n- one\n  more\n\n- None\n```\n- code\n```\n## B\n* two\n")).toEqual([
    { context: "A", text: "one more" },
    { context: "B", text: "two" },
  ]);
});
