import { isJsonObject, type Json, type JsonObject } from "../../../engine/index.ts";
import type { CliIo } from "../cli-io.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";

/** Installed capabilities that do not take part, and what the others start. */
export async function checkCapabilities(root: string, io: CliIo): Promise<readonly Finding[]> {
  const engine = io.engineFor(root);
  try {
    const result = await engine.run("capability", "doctor", {}, { audience: "person" });
    if (!result.ok) return [failure("capability", result.message, result.remedy)];
    if (!isJsonObject(result.data)) return [];
    const { problems, scripts, servers } = result.data;
    const { offered, refused } = isJsonObject(servers) ? servers : {};
    return [
      ...list(problems).map(({ id, scope, reason, remedy }) =>
        warning("capability", `${id} (${scope}) does not take part: ${reason}.`, String(remedy)),
      ),
      ...list(scripts).map((script) => fine("capability", describe(script))),
      ...list(offered).map(({ capability, name, command }) =>
        fine("capability", `${capability} offers the MCP server ${name}: ${wordsOf(command)}.`),
      ),
      ...list(refused).map(({ capability, name, reason }) =>
        warning("capability", `${capability}'s MCP server ${name} is not offered: ${reason}.`, REFUSED_SERVER),
      ),
    ];
  } finally {
    await engine.close();
  }
}

const REFUSED_SERVER =
  "Nothing else of the capability is affected. If you need the server, add it to your host yourself.";

function wordsOf(command: Json | undefined): string {
  return Array.isArray(command) ? command.join(" ") : "";
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function describe({ id, event, script, cost }: JsonObject): string {
  const what = `${id} starts a process for ${script} on every ${event}`;
  if (!isJsonObject(cost)) return `${what}; the last run has not measured it.`;
  return `${what}; ${cost.runs} time(s) in the last run, last ${cost.last_ms} ms, worst ${cost.worst_ms} ms.`;
}
