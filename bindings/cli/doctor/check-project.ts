import { type EnginePort, isJsonObject, type Json, type JsonObject, readRetention } from "../../../engine/index.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { CliIo } from "../cli-io.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";

/** What the engine itself says about `.planning/`. */
export async function checkProject(root: string, io: CliIo): Promise<readonly Finding[]> {
  let view: Json;
  let run: readonly Finding[];
  const engine = io.engineFor(root);
  try {
    const result = await engine.run("planning", "inspect", {}, { audience: "person" });
    if (!result.ok) return [failure("project", result.message, result.remedy)];
    view = result.data;
    run = await checkRun(engine);
  } catch (error) {
    const message = `The engine cannot read the project: ${messageOf(error)}`;
    return [failure("project", message, "Reinstall loopwright; if that does not help, this is a defect.")];
  } finally {
    await engine.close();
  }
  if (!isJsonObject(view) || view.exists !== true) {
    const remedy = "Begin with /gsd-new-project in your host.";
    return [...checkRetention(io), warning("project", "There is no .planning folder here.", remedy)];
  }
  const diagnostics = Array.isArray(view.diagnostics) ? view.diagnostics.filter(isJsonObject) : [];
  const phases = Array.isArray(view.phases) ? view.phases.length : 0;
  return [
    fine("project", `.planning names ${phases} phase(s).`),
    ...checkRetention(io),
    ...run,
    ...diagnostics.map(findingOf),
  ];
}

function checkRetention({ env }: CliIo): readonly Finding[] {
  const retention = readRetention(env.GUILD_LOG_RETENTION);
  return retention.ok ? [] : [failure("run", `${retention.message}.`, "Correct the variable or unset it.")];
}

/** The open run, and whether its turns go on by themselves. */
async function checkRun(engine: EnginePort): Promise<readonly Finding[]> {
  const shown = await engine.run("run", "show", {}, { audience: "person" });
  if (!shown.ok) return shown.reason === "no_run" ? [] : [warning("run", `${shown.message}.`, shown.remedy)];
  if (!isJsonObject(shown.data) || !isJsonObject(shown.data.continuation)) return [];
  const { run_id: id, continuation, refusal } = shown.data;
  const { enabled, held_because: reasons } = continuation;
  const held = Array.isArray(reasons) && reasons.length > 0 ? `; held: ${reasons.join("; ")}` : "";
  const open = fine("project", `${id} is open; continuation is ${enabled === true ? `on${held}` : "off"}.`);
  return isJsonObject(refusal) ? [open, warning("run", `${refusal.message}.`, String(refusal.remedy))] : [open];
}

function findingOf({ level, message, remedy, path }: JsonObject): Finding {
  const make = level === "error" ? failure : warning;
  return make("planning", String(message), typeof remedy === "string" ? remedy : `Look at ${path ?? ".planning"}.`);
}
