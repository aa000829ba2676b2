import { describe, expect, test } from "bun:test";
import { read } from "../planning/sample.ts";
import { projectEngine } from "./project-engine.ts";

const STATE = ".planning/STATE.md";

describe("a field of STATE.md", () => {
  test("is set with its twin in the front matter", async () => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.data("state", "update", "Status", "Executing Phase 1")).toEqual({
      updated: true,
      preserved: [],
    });
    expect(read(engine.root, STATE)).toContain("Status: Executing Phase 1\n");
    expect(await engine.data("state", "json")).toMatchObject({ status: "executing" });
  });

  test("that is not there is told, and refuses nothing", async () => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.data("state", "update", "Nonsense", "x")).toMatchObject({ updated: false });
    expect(await engine.data("state", "patch", "--Status", "Paused", "--Nope", "y")).toMatchObject({
      updated: ["Status"],
      failed: ["Nope"],
    });
  });

  test("that the disk decides is not set by hand", async () => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.data("state", "update", "progress.percent", "100")).toEqual({
      updated: false,
      preserved: ["progress.percent"],
    });
  });
});

describe("STATE.md and the disk", () => {
  test("are compared, and brought in line on demand", async () => {
    const engine = projectEngine("p01-waves");
    expect(await engine.data("state", "validate")).toMatchObject({ scope: "complete" });
    const before = read(engine.root, STATE);
    expect(await engine.data("state", "sync", "--verify")).toMatchObject({ synced: false, dry_run: true });
    expect(read(engine.root, STATE)).toBe(before);
    expect(await engine.data("state", "sync")).toMatchObject({ synced: true, dry_run: false });
    expect(await engine.data("state", "validate")).toMatchObject({ valid: true, warnings: [] });
  });

  test("are counted again", async () => {
    expect(await projectEngine("p03-halted").data("state", "update-progress")).toMatchObject({
      updated: true,
      completed: 1,
      total: 4,
    });
  });
});

test("how long a plan took is noted", async () => {
  const engine = projectEngine("s03-planned");
  const line = ["state", "record-metric", "--phase", "1", "--plan", "01", "--duration", "5min", "--tasks", "2"];
  expect(await engine.data(...line)).toMatchObject({ recorded: true });
  expect(read(engine.root, STATE)).toContain("5min");
});
