import { content } from "../../../plugin/content.generated.ts";
import { callHook } from "./host-process.ts";
import { LoopWriter } from "./loop-writer.ts";
import { ClientRecord } from "./scripted-client.ts";
import type { Stage } from "./stage.ts";

/** Brings the loop of each project to where the case says that it stands. Bystanders take no part in it. */
export async function writeLoops(stage: Stage, bystanders: readonly string[]): Promise<readonly LoopWriter[]> {
  const { loop, loop_per_project: loops } = stage.field.given;
  stage.startProcess({ "session.get": stage.sessions.answers() }, new ClientRecord());
  stage.init();
  const writers: LoopWriter[] = [];
  for (const root of stage.projects) {
    const given = loops?.[root] ?? loop;
    if (given === undefined) continue;
    const workers = stage.sessions.ids.filter(
      (id) => stage.sessions.directoryOf(id) === root && !bystanders.includes(id),
    );
    const startStep = (step: string, phase: string) => giveCommand(stage, workers, step, phase);
    const { home } = stage.folders;
    const writer = new LoopWriter({ root, home, now: stage.clock.now, loop: given, startStep });
    await writer.begin();
    writers.push(writer);
  }
  return writers;
}

/**
 * Types the command that starts a step into the sessions of a project: a session that never gave one of our commands
 * takes no part in the run. Children give it too, so that only their being children keeps them from being continued.
 */
async function giveCommand(stage: Stage, workers: readonly string[], step: string, phase: string): Promise<void> {
  const command = Object.keys(content.commands).find((name) => content.commands[name]?.step === step);
  for (const sessionID of workers) {
    const output = { parts: [{ type: "text", text: "" }] };
    for (const instance of stage.instancesOf(sessionID)) {
      await callHook(instance, "command.execute.before", { command, sessionID, arguments: phase }, output);
      await callHook(instance, "chat.message", { sessionID, agent: "build" }, { message: {}, ...output });
    }
    const text = output.parts[0]?.text ?? "";
    if (!text.startsWith("# Work order")) throw new Error(`/${command} ${phase} answers: ${text}`);
  }
}
