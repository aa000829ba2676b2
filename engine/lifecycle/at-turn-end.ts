import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import type { SessionRef } from "../event.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { readLenient, readStrict } from "../run/read-log.ts";
import { readLanes } from "../run/run-lanes.ts";
import type { RunLog } from "../run/run-log.ts";
import { decideCloseGate } from "./close-gate.ts";
import { isContinuing, liveRun, withMemory } from "./lead-facts.ts";
import { decideLeanLead } from "./lean-lead.ts";
import { reflectsAfterTurn } from "./reflection.ts";
import { composeSummary } from "./run-summary.ts";
import { isOn } from "./settings.ts";

/** While the loop goes on by itself, nobody else speaks. */
function runAtEnd(session: SessionRef, context: ProjectContext): RunLog | null {
  const run = liveRun(session, context);
  return run && !isContinuing(session, run) ? run : null;
}

/** Writes the summary of a run that has earned one, and asks for the reflection. */
export const reflection: Concern<"turn.stop"> = {
  name: "reflection",
  posture: "advice",
  react(event, context) {
    if (!isOn("reflection", context)) return NOTHING;
    const run = runAtEnd(event.session, context);
    if (!run || existsSync(join(run.folder, "summary.md"))) return NOTHING;
    return reflectsAfterTurn(readLenient(run.folder)) ? reflect(run, context) : NOTHING;
  },
};

export function reflect(run: RunLog, context: ProjectContext): readonly Reaction[] {
  context.runs.writeScrubbed(run, "summary.md", composeSummary(run.id, readLenient(run.folder)));
  const signal = `GUILD_REFLECT run_id=${run.id}`;
  run.append("reflection_due", { signal });
  return [{ type: "context", text: `[GUILD REFLECT] ${signal}: its summary.md is written, a reflection is due.` }];
}

export const leanLead: Concern<"turn.stop"> = {
  name: "lean-lead",
  posture: "advice",
  react(event, context) {
    if (!isOn("lean_lead", context)) return NOTHING;
    const run = runAtEnd(event.session, context);
    if (!run) return NOTHING;
    const decision = withMemory(run, "lean-lead-advisory-state.json", context, (prior) =>
      decideLeanLead({
        config: {
          enabled: true,
          hands_on_edit_threshold: context.setting("lean_lead.hands_on_edit_threshold"),
        },
        isOverridden: context.env.GUILD_LEAN_LEAD_OVERRIDE === "1",
        isWorker: false,
        lanes: [...readLanes(run.folder).values()],
        events: readStrict(run.folder, run.id),
        prior,
      }),
    );
    if (!decision.fires) return NOTHING;
    const numbers = `${decision.count} edits by the lead while ${decision.open_lanes} lane(s) are open`;
    const text = `[GUILD LEAN-LEAD] Run ${run.id}: ${numbers}. Hand the work to its lane, or set GUILD_LEAN_LEAD_OVERRIDE=1.`;
    return [{ type: "context", text }];
  },
};

export const closeGate: Concern<"turn.stop"> = {
  name: "close-gate",
  posture: "advice",
  react(event, context) {
    if (!isOn("lifecycle_gate", context)) return NOTHING;
    const run = runAtEnd(event.session, context);
    if (!run) return NOTHING;
    const decision = withMemory(run, "lifecycle-close-state.json", context, (prior) =>
      decideCloseGate({
        isOverridden: context.env.GUILD_LIFECYCLE_GATE_OVERRIDE === "1",
        lanes: [...readLanes(run.folder).values()],
        hasContent: (path) => hasContent(join(run.folder, path)),
        prior,
      }),
    );
    if (!decision.fires) return NOTHING;
    const missing = decision.missing?.join(" and ");
    const text = `[GUILD CLOSE GATE] Run ${run.id}: every lane is done, and ${missing} is missing. Write it before the run is called done, or set GUILD_LIFECYCLE_GATE_OVERRIDE=1.`;
    return [
      { type: "context", text },
      { type: "notify", level: "info", text: `Every lane is done, and ${missing} is missing.` },
    ];
  },
};

function hasContent(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file, "utf8").trim() !== "";
}
