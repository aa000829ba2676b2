import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createEngine, type JsonObject, type SessionRef } from "../../engine/index.ts";
import { content } from "../../plugin/content.generated.ts";
import { accepted, LEAD, LoopProject, PHASE } from "./loop-project.ts";

let project: LoopProject;
beforeEach(() => {
  project = new LoopProject();
});
afterEach(() => project.remove());

interface Speaker {
  readonly session?: SessionRef;
  readonly author?: "person" | "command" | "engine";
}

async function told({ session = LEAD, author = "person" }: Speaker = {}) {
  const reactions = await project.handle("prompt.submit", { text: "Go on", author }, session);
  return {
    model: reactions.flatMap((reaction) => (reaction.type === "instruct" ? [reaction.text] : [])),
    person: reactions.flatMap((reaction) => (reaction.type === "notify" ? [reaction.text] : [])),
  };
}

function settings(loopwright: JsonObject): void {
  project.write(".planning/config.json", JSON.stringify({ loopwright }));
}

describe("the model of a lead session", () => {
  test("is told how to work with us, and wherever the work stands it is told the same", async () => {
    const [first = ""] = (await told()).model;
    expect(first).toContain("gsd_next");
    expect(first.length).toBeLessThanOrEqual(600);
    accepted(await project.person("step begin discuss 1"));
    expect((await told()).model).toEqual([first]);
    await project.pass("discuss:pre");
    project.write(`${PHASE}/01-CONTEXT.md`, "# Context\n");
    project.now += 3_600_000;
    expect((await told({ author: "engine" })).model).toEqual([first]);
    project.engine = project.anotherEngine();
    expect((await told()).model).toEqual([first]);
  });

  test.each(["child", "unknown"] as const)("is meant, and no session that is %s", async (role) => {
    expect((await told({ session: { id: "other", role } })).model).toEqual([]);
  });

  test("is no worker that has a process of its own", async () => {
    const { root } = project;
    const worker = { GUILD_LANE_ID: "T1" };
    project.engine = createEngine({ root, home: root, host: "test", env: worker, content });
    expect(await told()).toEqual({ model: [], person: [] });
  });

  test("is told nothing in a folder without a plan, unless a run is open there", async () => {
    rmSync(join(project.root, ".planning"), { recursive: true });
    expect(await told()).toEqual({ model: [], person: [] });
    project.remove();
    project = new LoopProject();
    project.write(".guild/settings.json", "{}");
    accepted(await project.person("step begin discuss 1"));
    rmSync(join(project.root, ".planning"), { recursive: true });
    expect((await told()).model).toHaveLength(1);
  });

  test("is told nothing where the project says so, or where nothing was shipped", async () => {
    settings({ bootstrap: false });
    expect((await told()).model).toEqual([]);
    settings({});
    const { root } = project;
    const nothing = { capabilities: [], workflows: {}, bootstrap: "" };
    project.engine = createEngine({ root, home: root, host: "test", env: {}, content: nothing });
    expect(await told()).toEqual({ model: [], person: [] });
  });
});

describe("a person", () => {
  test("is told once per process that we are at work, and which commands there are", async () => {
    expect((await told({ author: "engine" })).person).toEqual([]);
    expect((await told({ session: { id: "kid", role: "child" } })).person).toEqual([]);
    expect((await told({ author: "command" })).person).toEqual([expect.stringContaining("/gsd-next")]);
    expect((await told()).person).toEqual([]);
    project.engine = project.anotherEngine();
    expect((await told()).person).toHaveLength(1);
  });

  test("of a quiet project is not, and its model is all the same", async () => {
    settings({ quiet: true });
    expect(await told()).toEqual({ person: [], model: [expect.stringContaining("gsd_next")] });
  });
});
