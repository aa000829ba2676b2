import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "../file/lock.ts";
import { heartbeatTimeout } from "../lifecycle/heartbeat.ts";
import { lookupConfig } from "../planning/config.ts";
import { phaseFolderName } from "../planning/phase-slug.ts";
import type { PhaseView } from "../planning/types.ts";
import { unreadPlanning } from "../planning/unread-planning.ts";
import { readRetention } from "../run/retention.ts";
import type { RunLog } from "../run/run-log.ts";
import { isSafeId } from "../run/safe-id.ts";
import type { ProjectContext } from "./context.ts";
import { commandFor, nextStep } from "./next.ts";
import { type Outcome, refuse } from "./outcome.ts";
import { STEPS, type Step } from "./points.ts";
import { positionOf } from "./position.ts";
import { settingsOfRun } from "./settings-of-run.ts";
import { moveState } from "./transitions.ts";
import { unreadSettings } from "./unread-settings.ts";
import { composeWorkOrder } from "./work-order.ts";

/**
 * Begins or resumes a step because a person asked for it: opens a run when none is open, ties the session to it,
 * and answers with the work order. In a new project it writes the first STATE.md.
 */
export async function beginStep(
  context: ProjectContext,
  step: Step,
  phaseArgument: string,
  session: string | null,
): Promise<Outcome> {
  const snapshot = context.snapshot();
  const before = context.runs.current();
  const position = positionOf(snapshot, before?.state() ?? null);
  if (position.kind !== "in-phase") {
    const next = nextStep(snapshot, null);
    return refuse("no_project", next.reason, unreadPlanning(snapshot)?.remedy ?? `Use ${next.command}.`);
  }
  const unread = unreadSettings(context);
  if (unread !== null) return unread;
  const { phase, at } = position;
  if (phaseArgument !== "" && !names(phase, phaseArgument)) {
    return refuse(
      "step_order",
      `Phase ${phaseArgument} is not where the loop stands; phase ${phase.number} (${phase.name}) is`,
      `Use ${commandFor(at.step, phase.number)}, or complete phase ${phase.number} first.`,
    );
  }
  if (STEPS.indexOf(step) > STEPS.indexOf(at.step)) {
    const next = nextStep(snapshot, before?.state() ?? null);
    return refuse(
      "step_order",
      `${step} cannot begin: phase ${phase.number} still has to ${next.action}`,
      `Use ${commandFor(at.step, phase.number)} first.`,
    );
  }
  const retention = readRetention(context.env.GUILD_LOG_RETENTION);
  if (!retention.ok) return refuse("usage", retention.message, "Correct the variable and start the host again.");
  const refusal = context.runs.refusal();
  if (refusal !== null) return refuse(refusal.reason, refusal.message, refusal.remedy);
  if (!snapshot.files.includes("STATE.md")) {
    const written = await moveState(context, { type: "first-state" });
    if (!written.ok) return written;
  }
  const run = before ?? (await beginOnlyRun(context, step, phase));
  if (session !== null && !run.state().sessions.get(session)?.attached)
    run.append("session_attached", { session_id: session });
  context.runs.beginStep(run, step, phase.id);
  if (phase.directory === null) makeFolder(context, phase);
  const ready = context.snapshot().phases.find(({ id }) => id === phase.id) ?? phase;
  const text = composeWorkOrder(context, step, ready);
  return { ok: true, data: { run: run.id, step, phase: phase.id }, text };
}

/** How many times the longest silence of a worker an open run may be silent before the next one closes it. */
const SILENCES = 3;

/** Two hosts may be told to begin at the same moment; the second goes on with the run of the first. */
function beginOnlyRun(context: ProjectContext, step: Step, phase: PhaseView): Promise<RunLog> {
  const lock = join(context.root, context.snapshot().folder, ".lock");
  return withLock(lock, () => context.runs.currentOnDisk() ?? beginRun(context, step, phase), { now: context.now });
}

function beginRun(context: ProjectContext, step: Step, phase: PhaseView): RunLog {
  const { state, config, projectTitle } = context.snapshot();
  const members = lookupConfig(config, "planning.sub_repos");
  const run = context.runs.begin({
    command: `${step} phase ${phase.number}`,
    arguments: phase.number,
    project: projectTitle,
    initiative: isSafeId(state?.milestone) ? state.milestone : null,
    members: Array.isArray(members) ? members.filter((member) => typeof member === "string") : [],
    models: context.setting("models.tiers"),
    settings: settingsOfRun(context),
  });
  const silence = heartbeatTimeout("powerful", context.setting("heartbeat_timeout_ms"));
  context.runs.closeAbandoned(SILENCES * silence);
  return run;
}

function names(phase: PhaseView, argument: string): boolean {
  return [phase.id, phase.number].includes(argument) || phase.id === argument.padStart(2, "0");
}

function makeFolder(context: ProjectContext, phase: PhaseView): void {
  const { folder, config } = context.snapshot();
  const name = phaseFolderName(phase.id, phase.name, config);
  mkdirSync(join(context.root, folder, "phases", name), { recursive: true });
}
