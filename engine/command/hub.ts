import { EngineError } from "../error.ts";
import { systemProblem } from "../file/system-problem.ts";
import type { JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { catchUp } from "../loop/opening.ts";
import type { Outcome } from "../loop/outcome.ts";
import type { Caller, CommandResult } from "../port.ts";
import { readOnce } from "../schema-language.ts";
import { isOverlayFamily, runOverlayFamily } from "./overlay-family.ts";
import type { CommandRow } from "./row.ts";
import { FAMILY_NAMES, findRow, rowsOf } from "./table.ts";
import { unknownCommand, wrongInput } from "./usage.ts";

/** Runs one command. Everything that can go wrong with it is an answer; only a broken disk or record is an error. */
export async function runCommand(
  context: ProjectContext,
  family: string,
  subcommand: string,
  args: JsonObject,
  caller: Caller,
): Promise<CommandResult> {
  const row = await findRow(family, subcommand);
  if (!row && isOverlayFamily(context, family)) {
    const outcome = await runOverlayFamily(context, family, subcommand, args);
    return outcome.ok ? outcome : { ...outcome, kind: "HandlerFailure" };
  }
  if (!row) {
    const known = { rows: await rowsOf(family), families: FAMILY_NAMES };
    return unknownCommand(family, subcommand, known, caller.audience);
  }
  if (row.audience === "person" && caller.audience === "model") {
    return refusal(context, row, {
      ok: false,
      reason: "not_allowed",
      message: `${family} ${subcommand} is for a person`,
      remedy: "Ask the person to do it.",
    });
  }
  const input = readOnce(row.input(), args);
  if (!input.success) return wrongInput(row, args, input.error.issues);
  attach(context, caller);
  if (!row.isApart) await catchUp(context);
  try {
    const outcome = await row.run(context, input.data, caller);
    return outcome.ok ? outcome : refusal(context, row, outcome);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    return { ok: false, kind: "HandlerFailure", ...failureOf(error) };
  }
}

/** A disk that refuses is named with the place; anything else that a handler throws is our own fault. */
function failureOf(error: unknown): { readonly reason: string; readonly message: string; readonly remedy: string } {
  const problem = systemProblem(error);
  if (problem !== null) return { reason: "write_refused", ...problem };
  return {
    reason: "internal",
    message: error instanceof Error ? error.message : String(error),
    remedy: "Run `loopwright doctor`; if it finds nothing, this is a defect.",
  };
}

/** A session that works at the loop takes part in the run. */
function attach(context: ProjectContext, { audience, session }: Caller): void {
  if (audience !== "model" || session?.role !== "root") return;
  const run = context.runs.current();
  if (run && !run.state().sessions.get(session.id)?.attached)
    run.append("session_attached", { session_id: session.id });
}

function refusal(context: ProjectContext, row: CommandRow, outcome: Extract<Outcome, { ok: false }>): CommandResult {
  const { reason, message, remedy } = outcome;
  context.runs.current()?.append("refusal", { what: `${row.family} ${row.name}`, reason, message, remedy });
  return { ...outcome, kind: "HandlerRefusal" };
}
