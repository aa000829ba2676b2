import { describe, expect, test } from "bun:test";
import { describeCommands, MODEL_TOOLS } from "../../../engine/index.ts";
import { projectEngine } from "./project-engine.ts";

async function textOf(...line: readonly string[]): Promise<string> {
  const result = await projectEngine(null).run(line);
  return result.ok ? result.text : "";
}

describe("help", () => {
  test("names every family to a person", async () => {
    const text = await textOf("help");
    for (const { family, audience } of await describeCommands()) {
      if (audience !== "model") expect(text).toContain(family);
    }
  });

  test("shows a model nothing that is for persons only", async () => {
    const engine = projectEngine(null);
    const personal = (await describeCommands()).filter(({ audience }) => audience === "person");
    expect(personal.length).toBeGreaterThan(0);
    for (const { family, usage } of personal) {
      const result = await engine.run(["help", family], "model");
      expect(result.ok ? result.text.split("\n") : []).not.toContain(usage);
    }
  });

  test("shows the arguments of one family", async () => {
    expect(await textOf("help", "roadmap")).toContain("roadmap get-phase <phase>");
  });

  test("refuses a family that does not exist", async () => {
    expect(await projectEngine(null).run(["help", "nothing"])).toMatchObject({ ok: false, reason: "usage" });
  });
});

test("the tool for all other commands stays short and names every family a model may use", async () => {
  const description = MODEL_TOOLS.find(({ name }) => name === "gsd_command")?.description ?? "";
  expect(description.length).toBeLessThan(700);
  const elsewhere = ["point", "next"];
  for (const { family, audience } of await describeCommands()) {
    if (audience !== "person" && !elsewhere.includes(family)) expect(description).toContain(family);
  }
});

test("the tool for the state names only transitions that there are", async () => {
  const description = MODEL_TOOLS.find(({ name }) => name === "gsd_state")?.description ?? "";
  const named = description.match(/Transitions: ([\w, -]+)\./)?.[1]?.split(", ") ?? [];
  const commands = (await describeCommands()).filter(({ family }) => family === "state").map(({ name }) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(commands).toEqual(expect.arrayContaining(named));
});
