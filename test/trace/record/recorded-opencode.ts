import { pathToFileURL } from "node:url";
import { createOpenCodeSandbox, type OpenCodeClient, startServe } from "../../../bindings/live/opencode-host.ts";
import { startScriptedModel } from "../../../bindings/live/scripted-model.ts";
import { QUIET_MS, type RecordedHost, type RecordedHostOptions, TURN_MS } from "./recorded-host.ts";

export async function recordedOpenCode({ project, recorder }: RecordedHostOptions): Promise<RecordedHost> {
  const model = await startScriptedModel();
  const sandbox = createOpenCodeSandbox({
    model,
    project,
    plugin: [pathToFileURL(recorder).href],
    config: { permission: { bash: "ask" } },
  });
  const serve = await startServe(sandbox);
  const { client } = serve;
  const session = await client.createSession({ title: "story" });
  const rest = () => client.waitIdle(session.id, TURN_MS, QUIET_MS);
  return {
    directory: sandbox.directory,
    model,
    pathArgument: "filePath",
    delegates: true,
    async command(name, argument) {
      await Promise.all([client.command(session.id, name, argument), allowOnce(client)]);
      await rest();
    },
    async sayAndAbort(text) {
      const from = model.requests.length;
      await client.promptAsync(session.id, text);
      await model.waitFor((request) => request.answeredBy?.hang === true, TURN_MS, from);
      await client.abort(session.id);
      await rest();
    },
    async compact() {
      await client.summarize(session.id);
      await rest();
    },
    async leave() {
      await client.deleteSession(session.id);
      await serve.stop({ keep: true });
    },
    async remove() {
      await sandbox.remove();
      await model.stop();
    },
  };
}

/** Answers the next question for a permission, as a person would. */
async function allowOnce(client: OpenCodeClient): Promise<void> {
  const events = await client.events();
  const { properties } = await events.waitFor(({ type }) => type === "permission.asked", TURN_MS);
  await client.answerPermission(String(properties.sessionID), String(properties.id), "once");
}
