import { runCli } from "../../bindings/cli/run-cli.ts";
import { createEngine, type JsonObject } from "../../engine/index.ts";
import type { Asking } from "./ask-case.ts";
import { readJson } from "./golden-case.ts";
import type { Tool } from "./golden-project.ts";

const reference = readJson("reference-registry.json") as {
  readonly capabilities: Readonly<Record<string, JsonObject>>;
};

/** Ids of what the reference ships. */
const SHIPPED: ReadonlySet<string> = new Set(Object.keys(reference.capabilities));

/** Our command line, in this process, with the reference's capabilities as if they were our own. */
const ourTool: Tool = async (args, { cwd, home, env }) => {
  let stdout = "";
  let stderr = "";
  const content = { capabilities: Object.values(reference.capabilities), workflows: {} };
  const exit = await runCli(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    cwd,
    env,
    home,
    version: "0.0.0",
    engineFor: (root) => createEngine({ root, home, host: "claude", content, env }),
    entries: { cli: "", opencode: "", pi: "" },
  });
  return { exit, stdout, stderr };
};

function readOurWarning(warning: string): JsonObject {
  const match = /^(\S+) was not loaded, its gate at (\S+) is/.exec(warning);
  return match ? { kind: "gate-not-loaded", capId: match[1], point: match[2] } : { kind: "other" };
}

/** How we are asked: gates that did not load are shown as the reference shows them. */
export const OURSELVES: Omit<Asking, "asks"> = {
  tool: ourTool,
  shipped: SHIPPED,
  pointFlags: ["--gate-policy", "open-loud"],
  listFlags: ["--installed"],
  readWarning: readOurWarning,
};
