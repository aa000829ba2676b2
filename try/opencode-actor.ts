import { createOpenCodeSandbox, startServe } from "../bindings/live/opencode-host.ts";
import { startScriptedModel } from "../bindings/live/scripted-model.ts";
import type { Actor, Tools } from "./actor.ts";

const TURN_MS = 60_000;
/** Longer than the plugin waits before it continues a turn. */
const QUIET_MS = 700;

const tools: Tools = {
  read: (path) => ({ tool: "read", args: { filePath: path } }),
  write: (path, content) => ({ tool: "write", args: { filePath: path, content } }),
  replace: (path, before, after) => ({ tool: "edit", args: { filePath: path, oldString: before, newString: after } }),
  deleteState: () => ({
    tool: "apply_patch",
    args: { patchText: "*** Begin Patch\n*** Delete File: .planning/STATE.md\n*** End Patch" },
  }),
};

/** The real OpenCode with the plugin named in its configuration, as the README tells a person to do it. */
export async function openCodeActor(options: {
  readonly project: string;
  readonly plugin: string;
  readonly keep: boolean;
}): Promise<Actor> {
  const model = await startScriptedModel();
  const sandbox = createOpenCodeSandbox({
    model,
    project: options.project,
    plugin: [options.plugin],
    // The host asks nothing by itself here, so that only the plugin can stop a call.
    config: { permission: { "*": "allow" } },
    keep: options.keep,
  });
  const serve = await startServe(sandbox);
  const { client } = serve;
  const session = await client.createSession({ title: "try" });
  const rest = () => client.waitIdle(session.id, TURN_MS, QUIET_MS);
  return {
    name: "OpenCode",
    directory: sandbox.directory,
    model,
    tools,
    summaryTakesText: true,
    fullContext: { input: 97_000, output: 100 },
    async command(name, argument) {
      await client.command(session.id, name, argument);
      await rest();
    },
    async say(text) {
      await client.prompt(session.id, text);
      await rest();
    },
    async sayToPatcher(text) {
      await client.prompt(session.id, text, { model: "mock/gpt-5" });
      await rest();
    },
    async commandAndAbort(name, argument) {
      const from = model.requests.length;
      const turn = client.command(session.id, name, argument).catch(() => undefined);
      await model.waitFor((request) => request.answeredBy?.hang === true, TURN_MS, from);
      await client.abort(session.id);
      await turn;
      await rest();
    },
    async stop() {
      await serve.stop({ keep: options.keep });
      await sandbox.remove();
      await model.stop();
    },
  };
}
