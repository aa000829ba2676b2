import { type EnginePort, isJsonObject, type Json, type JsonObject, readRetention } from "../../../engine/index.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { CliIo } from "../cli-io.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";

/** What the engine itself says about `.planning/`. */
export async function checkProject(root: string, io: CliIo): Promise<readonly Finding[]> {
  const engine = io.engineFor(root);
  try {
    const view = await engine.run("planning", "inspect", {}, PERSON);
    const health = await engine.run("validate", "health", {}, PERSON);
    if (!view.ok) return [failure("project", view.message, view.remedy)];
    if (!health.ok) return [failure("project", health.message, health.remedy)];
    if (!isJsonObject(view.data) || !isJsonObject(health.data)) return [];
    return [...checkRetention(io), ...checkPlan(view.data, health.data), ...(await checkRun(engine))];
  } catch (error) {
    const message = `The engine cannot read the project: ${messageOf(error)}`;
    return [failure("project", message, "Reinstall loopwright; if that does not help, this is a defect.")];
  } finally {
    await engine.close();
  }
}

const PERSON = { audience: "person" } as const;

/** Where nothing is in the way of a project it only has to be begun; else what is wrong is what health says. */
function checkPlan({ exists, diagnostics, phases }: JsonObject, { errors, warnings }: JsonObject): readonly Finding[] {
  if (exists !== true && list(diagnostics).length === 0) {
    return [warning("project", "There is no .planning folder here.", "Begin with /gsd-new-project in your host.")];
  }
  return [
    ...(exists === true ? [fine("project", `.planning names ${list(phases).length} phase(s).`)] : []),
    ...list(errors).map((issue) => failure("planning", String(issue.message), remedyFor(issue))),
    ...list(warnings).map((issue) => warning("planning", String(issue.message), remedyFor(issue))),
  ];
}

function remedyFor({ fix, repairable }: JsonObject): string {
  return repairable === true ? `${fix} \`loopwright validate health --repair\` does it.` : String(fix);
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function checkRetention({ env }: CliIo): readonly Finding[] {
  const retention = readRetention(env.GUILD_LOG_RETENTION);
  return retention.ok ? [] : [failure("run", `${retention.message}.`, "Correct the variable or unset it.")];
}

/** The open run, and whether its turns go on by themselves. */
async function checkRun(engine: EnginePort): Promise<readonly Finding[]> {
  const shown = await engine.run("run", "show", {}, PERSON);
  if (!shown.ok) return shown.reason === "no_run" ? [] : [warning("run", `${shown.message}.`, shown.remedy)];
  if (!isJsonObject(shown.data) || !isJsonObject(shown.data.continuation)) return [];
  const { run_id: id, continuation, refusal } = shown.data;
  const { enabled, held_because: reasons } = continuation;
  const held = Array.isArray(reasons) && reasons.length > 0 ? `; held: ${reasons.join("; ")}` : "";
  const open = fine("project", `${id} is open; continuation is ${enabled === true ? `on${held}` : "off"}.`);
  return isJsonObject(refusal) ? [open, warning("run", `${refusal.message}.`, String(refusal.remedy))] : [open];
}
