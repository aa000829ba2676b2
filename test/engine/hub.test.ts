import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { describeCommands, EngineError, MODEL_TOOLS } from "../../engine/index.ts";
import { LoopProject } from "./loop-project.ts";

let project: LoopProject;
beforeEach(() => {
  project = new LoopProject();
});
afterEach(() => project.remove());

const forPersons = (await describeCommands()).filter(({ audience }) => audience === "person");

describe("what only a person may do", () => {
  test("is something", () => {
    expect(forPersons.map(({ usage }) => usage)).toContain("step begin <step> <phase>");
  });

  test.each(forPersons)("$family $name is refused to a model, whatever door it comes through", async (command) => {
    for (const line of [`${command.family} ${command.name}`, `${command.family}.${command.name}`]) {
      expect(await project.model(line)).toMatchObject({
        ok: false,
        kind: "HandlerRefusal",
        reason: "not_allowed",
        remedy: "Ask the person to do it.",
      });
    }
  });

  test("is on no model's surface", () => {
    const surface = MODEL_TOOLS.map(({ description }) => description).join("\n");
    for (const { family, name } of forPersons) expect(surface).not.toContain(`${family} ${name}`);
  });

  test("is not done by a model that says it is a person", async () => {
    const answer = await project.model("run close", { audience: "person", caller: { audience: "person" } });
    expect(answer).toMatchObject({ ok: false, reason: "not_allowed" });
  });
});

test("a model is told the call that goes on, a person at a terminal the command to type", async () => {
  const model = await project.model("next show");
  expect(model.ok && model.text).toContain('Call gsd_point {"action":"enter","point":"discuss:pre"}');
  const person = await project.engine.run("next", "show", {}, { audience: "person" });
  expect(person.ok && person.text).toContain("In the host: /gsd-discuss-phase 1");
});

describe("a command that cannot be understood", () => {
  test("is told in words which values would do", async () => {
    const answer = await project.model("point enter plan:mid");
    expect(!answer.ok && answer.message).toContain("point takes one of discuss:pre, discuss:post");
    expect(!answer.ok && answer.message).toEndWith(", not plan:mid");
  });

  test("is told all that is wrong with its input, and how it is used", async () => {
    const answer = await project.model("point settle", { outcome: "perhaps", reason: 7 });
    expect(answer).toMatchObject({
      ok: false,
      kind: "InvalidArgs",
      reason: "usage",
      remedy: "Use: point settle <point> <ticket> <outcome>",
    });
    for (const problem of ["point is missing: one of", "ticket is missing", "outcome takes", "--reason: "]) {
      expect(!answer.ok && answer.message).toContain(problem);
    }
  });

  test("is told which flag lacks its value", async () => {
    const answer = await project.model("point settle discuss:pre x skipped --reason");
    expect(!answer.ok && answer.message).toBe("--reason needs a value");
  });

  test("is told the commands of the family, those that it may use", async () => {
    const half = await project.model("gate");
    expect(half).toMatchObject({ message: "gate needs a command", remedy: "gate has: list, explain." });
    const person = await project.person("gate waved");
    expect(person).toMatchObject({
      message: "There is no command gate waved",
      remedy: "Is it waive? gate has: list, explain, waive, unwaive.",
    });
    expect(await project.model("raodmap analyze")).toMatchObject({
      message: "There is no command raodmap analyze",
      remedy: "Is it roadmap? `help` lists the commands.",
    });
  });

  test("is told that it said nothing", async () => {
    expect(await project.model("")).toMatchObject({ kind: "UnknownCommand", message: "No command was given" });
  });

  test.each(["tide turn", "point", "point open discuss:pre", "__proto__ x", "constructor"])(
    "is unknown when it says '%s'",
    async (line) => {
      expect(await project.model(line)).toMatchObject({ ok: false, kind: "UnknownCommand" });
    },
  );
});

describe("a session that uses a command of the loop", () => {
  test("takes part in the run from then on, unless it is a child or nobody knows it", async () => {
    await project.person("step begin discuss 1");
    const caller = (id: string, role: "root" | "child" | "unknown") =>
      ({ audience: "model", session: { id, role } }) as const;
    await project.engine.run("next", "show", {}, caller("second", "root"));
    await project.engine.run("next", "show", {}, caller("second", "root"));
    await project.engine.run("next", "show", {}, caller("worker", "child"));
    await project.engine.run("next", "show", {}, caller("stranger", "unknown"));
    const attached = project
      .record()
      .flatMap((entry) => (entry.event === "session_attached" ? [entry.session_id] : []));
    expect(attached).toEqual(["lead", "second"]);
  });
});

test("an event that does not fit is an error that names every problem", async () => {
  const event = { type: "tool.before", session: { id: 7, role: "boss" }, at: "now" };
  const error = await project.engine.handle(event as never).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toMatchObject({ code: "EVENT_INVALID" });
  for (const field of ["session.id", "session.role", "at", "tool"]) expect(String(error)).toContain(field);
});
