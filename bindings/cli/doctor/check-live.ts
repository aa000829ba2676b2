import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findOpenCode, findPi, PI_NODE_VERSION, piCommand } from "../../live/find-program.ts";
import { createOpenCodeSandbox, startServe } from "../../live/opencode-host.ts";
import { createPiSandbox, startPiRpc } from "../../live/pi-host.ts";
import { createScratchFolder, writeInto } from "../../live/scratch-folder.ts";
import { type ScriptedModel, startScriptedModel, textOf, toolResults } from "../../live/scripted-model.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { Entries } from "../cli-io.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";

const OUR_REFUSAL = /^Denied \(/;
const TURN_MS = 60_000;
const SECRET = "loopwright-doctor-secret";

/** Starts each host found here with this installation's plugin and has a scripted model read a secret. */
export async function checkLive(entries: Entries): Promise<readonly Finding[]> {
  const hosts = [
    {
      name: "OpenCode",
      entry: entries.opencode,
      missing: async () => (findOpenCode() === undefined ? "OpenCode was not found here." : null),
      attempt: readInOpenCode,
    },
    { name: "pi", entry: entries.pi, missing: missingForPi, attempt: readInPi },
  ];
  const findings: Finding[] = [];
  for (const { name, entry, missing, attempt } of hosts) {
    const reason = await missing();
    if (reason !== null) findings.push(warning("live", reason, `Put what is missing on PATH to try ${name}.`));
    else if (!existsSync(entry)) {
      findings.push(failure("live", `There is no plugin for ${name} at ${entry}.`, "Reinstall loopwright."));
    } else findings.push(await tried(name, entry, attempt));
  }
  if (findings.some(({ level }) => level !== "warning")) return findings;
  return [...findings, failure("live", "No host could be started, so nothing is proved.", "Install OpenCode or pi.")];
}

async function missingForPi(): Promise<string | null> {
  if (findPi() === undefined) return "pi was not found here.";
  return (await piCommand()) === undefined
    ? `pi is here, and neither Node ${PI_NODE_VERSION} nor Bun to run it.`
    : null;
}

/** How one host took the attempt: what the call came back with, and how long it took. */
interface Attempt {
  readonly refused: boolean;
  readonly text: string;
  /** From the model's call to the refusal, in milliseconds. */
  readonly ms: number;
}

type TryHost = (entry: string, project: string, model: ScriptedModel) => Promise<Attempt>;

async function tried(name: string, entry: string, attempt: TryHost): Promise<Finding> {
  const model = await startScriptedModel();
  const project = createScratchFolder("loopwright-doctor", false);
  writeInto(join(project.path, ".env"), `TOKEN=${SECRET}\n`);
  try {
    const { refused, text, ms } = await attempt(entry, project.path, model);
    const leaked = model.requests.some((request) => textOf(request).includes(SECRET));
    if (refused && OUR_REFUSAL.test(text) && !leaked)
      return fine("live", `${name} denied the read of .env in ${ms.toFixed(1)} ms: ${text}`);
    const message = `Loopwright in ${name} did not deny the read of .env${text === "" ? "" : ` (${text})`}.`;
    return failure("live", message, "Do not work with this copy. Reinstall loopwright.");
  } catch (error) {
    const message = `${name} could not be tried: ${messageOf(error)}`;
    return failure("live", message, `Start ${name} by hand and look at what it prints.`);
  } finally {
    await model.stop();
    project.remove();
  }
}

async function readInOpenCode(entry: string, project: string, model: ScriptedModel): Promise<Attempt> {
  const sandbox = createOpenCodeSandbox({
    model,
    project,
    plugin: [pathToFileURL(entry).href],
    // The host's own question about such files must not stand in for our guard.
    config: { permission: { read: "allow" } },
  });
  try {
    const { client } = await startServe(sandbox);
    const session = await client.createSession();
    model.play([{ calls: [{ tool: "read", args: { filePath: join(sandbox.directory, ".env") } }] }]);
    await client.prompt(session.id, "Read .env");
    await client.close();
    const parts = (await client.messages(session.id)).flatMap((message) => message.parts);
    const state = parts.find((part) => part.tool === "read")?.state;
    const { start = 0, end = 0 } = state?.time ?? {};
    return { refused: state?.status === "error", text: state?.error ?? "", ms: end - start };
  } finally {
    await sandbox.remove();
  }
}

async function readInPi(entry: string, project: string, model: ScriptedModel): Promise<Attempt> {
  const sandbox = createPiSandbox({ model, project, extensions: [entry] });
  try {
    const { rpc } = await startPiRpc(sandbox);
    const arrival = (type: string) =>
      rpc.waitFor((record) => record.type === type, TURN_MS).then((record) => ({ record, at: performance.now() }));
    model.play([{ calls: [{ tool: "read", args: { path: ".env" } }] }]);
    const [begin, end] = await Promise.all([
      arrival("tool_execution_start"),
      arrival("tool_execution_end"),
      rpc.prompt("Read .env", TURN_MS),
    ]);
    const result = model.requests.flatMap(toolResults).at(0);
    return { refused: end.record.isError === true, text: result?.text ?? "", ms: end.at - begin.at };
  } finally {
    await sandbox.remove();
  }
}
