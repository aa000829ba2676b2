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
    expect(!answer.ok && answer.message).toContain('expected one of "discuss:pre"|"discuss:post"');
  });

  test("is told all that is wrong with its input, and how it is used", async () => {
    const answer = await project.model("point settle", { outcome: "perhaps", reason: 7 });
    expect(answer).toMatchObject({
      ok: false,
      kind: "InvalidArgs",
      reason: "usage",
      remedy: "Use: point settle <point> <ticket> <outcome>",
    });
    for (const field of ["point:", "ticket:", "outcome:", "reason:"]) {
      expect(!answer.ok && answer.message).toContain(field);
    }
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
