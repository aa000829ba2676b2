import { createPiSandbox, startPiRpc } from "../bindings/live/pi-host.ts";
import { startScriptedModel } from "../bindings/live/scripted-model.ts";
import type { Actor, Tools } from "./actor.ts";

const TURN_MS = 60_000;
const QUIET_MS = 700;

const tools: Tools = {
  read: (path) => ({ tool: "read", args: { path } }),
  write: (path, content) => ({ tool: "write", args: { path, content } }),
  replace: (path, before, after) => ({ tool: "edit", args: { path, edits: [{ oldText: before, newText: after }] } }),
  deleteState: () => ({ tool: "bash", args: { command: "rm .planning/STATE.md" } }),
};

/** The real pi with the extension given by `-e`. */
export async function piActor(options: {
  readonly project: string;
  readonly extension: string;
  readonly keep: boolean;
}): Promise<Actor> {
  const model = await startScriptedModel();
  const sandbox = createPiSandbox({
    model,
    project: options.project,
    extensions: [options.extension],
    keep: options.keep,
  });
  const running = await startPiRpc(sandbox);
  const { rpc } = running;
  const rest = () => rpc.waitIdle(TURN_MS, QUIET_MS);
  const say = async (text: string) => {
    await rpc.promptAsync(text);
    await rest();
  };
  return {
    name: "pi",
    directory: sandbox.directory,
    model,
    tools,
    summaryTakesText: false,
    fullContext: { input: 17_000, output: 100 },
    command: (name, argument) => say(`/${name} ${argument}`),
    say,
    sayToPatcher: say,
    async commandAndAbort(name, argument) {
      const from = model.requests.length;
      await rpc.promptAsync(`/${name} ${argument}`);
      await model.waitFor((request) => request.answeredBy?.hang === true, TURN_MS, from);
      await rpc.abort();
      await rest();
    },
    async stop() {
      await running.stop({ keep: options.keep });
      await sandbox.remove();
      await model.stop();
    },
  };
}
