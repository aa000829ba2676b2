import { expect, test } from "bun:test";
import { composeSlashCommand } from "../../../bindings/shared/slash-command.ts";
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
