import { createPiSandbox, startPiRpc } from "../../../bindings/live/pi-host.ts";
import { startScriptedModel } from "../../../bindings/live/scripted-model.ts";
import { QUIET_MS, type RecordedHost, type RecordedHostOptions, TURN_MS } from "./recorded-host.ts";

export async function recordedPi({ project, recorder }: RecordedHostOptions): Promise<RecordedHost> {
  const model = await startScriptedModel();
  const sandbox = createPiSandbox({ model, project, extensions: [recorder] });
  const running = await startPiRpc(sandbox);
  const { rpc } = running;
  const rest = () => rpc.waitIdle(TURN_MS, QUIET_MS);
  return {
    directory: sandbox.directory,
    model,
    pathArgument: "path",
    delegates: false,
    async command(name, argument) {
      await rpc.promptAsync(`/${name} ${argument}`);
      await rest();
    },
    async sayAndAbort(text) {
      const from = model.requests.length;
      await rpc.promptAsync(text);
      await model.waitFor((request) => request.answeredBy?.hang === true, TURN_MS, from);
      await rpc.abort();
      await rest();
    },
    async compact() {
      await rpc.compact();
      await rest();
    },
    async leave() {
      await running.stop({ keep: true });
    },
    async remove() {
      await sandbox.remove();
      await model.stop();
    },
  };
}
