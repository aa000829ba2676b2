import { expect, test } from "bun:test";
import { composeSlashCommand } from "../../../bindings/shared/slash-command.ts";
import { EngineError } from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";
import { ScriptedEngine } from "../pi/scripted-engine.ts";

test("what a person types after /gsd-answer is their answer, given as a person", async () => {
  const engine = new ScriptedEngine();
  const command = content.commands["gsd-answer"];
  if (!command) throw new Error("There is no /gsd-answer");
  const text = await composeSlashCommand(engine, command, " 2  pass ", { id: "s", role: "root" });
  expect(text).toContain('verify answer {"test":"2","result":"pass"}');
  expect(engine.commands).toEqual([{ family: "verify", subcommand: "answer", audience: "person", session: "s" }]);
});

test("a step at which the engine fails becomes a word to the person, with what to do", async () => {
  const engine = new ScriptedEngine();
  engine.run = async () => {
    throw new EngineError("FILE_UNWRITABLE", "STATE.md could not be written.", { remedy: "Free some space." });
  };
  const command = content.commands["gsd-discuss-phase"];
  if (!command) throw new Error("There is no /gsd-discuss-phase");
  const text = await composeSlashCommand(engine, command, "1", { id: "s", role: "root" });
  expect(text).toBe(
    "Tell the person, and do nothing else.\nRefused (file_unwritable): STATE.md could not be written. Free some space.",
  );
});

test("an answer that was not taken down is not said to be", async () => {
  const engine = new ScriptedEngine();
  engine.run = async () => ({
    ok: false,
    kind: "InvalidArgs",
    reason: "usage",
    message: "test is missing",
    remedy: "Say which.",
  });
  const command = content.commands["gsd-answer"];
  if (!command) throw new Error("There is no /gsd-answer");
  expect(await composeSlashCommand(engine, command, "", { id: "s", role: "root" })).toBe(
    "Tell the person, and do nothing else.\nRefused (usage): test is missing. Say which.",
  );
});
