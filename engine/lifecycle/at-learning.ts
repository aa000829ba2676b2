import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Concern, NOTHING } from "../concern.ts";
import type { SessionRef } from "../event.ts";
import { sha256 } from "../file/digest.ts";
import { isJsonObject, type Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { headerScalar, readPhasesLog } from "../run/run-header.ts";
import type { RunLog } from "../run/run-log.ts";
import { checkpointFile, composeCheckpoint, planBackstop } from "./backstop.ts";
import { withMemory } from "./lead-facts.ts";
import { appendReflections, reflectionFile, reflectionLine, wantedReflections } from "./reflection-queue.ts";
import { isOn } from "./settings.ts";

/** A run whose end of turn is one of its lead and from which something may be learnt. */
function learningRun(session: SessionRef, context: ProjectContext): RunLog | null {
  if (session.role !== "root" || !isOn("learning", context)) return null;
  const run = context.runs.last();
  if (!run || headerScalar(context.runs.header(run), "run_class") === "lightweight") return null;
  return run;
}

/** Runs whose unknown phases a person was told of. */
const reported = new WeakMap<ProjectContext, Set<string>>();

/** Gives a closed run the learning checkpoints that it still owes. */
export const learningBackstop: Concern<"turn.stop"> = {
  name: "learning-backstop",
  posture: "advice",
  react(event, context) {
    const run = learningRun(event.session, context);
    if (!run?.state().closed) return NOTHING;
    const phases = readPhasesLog(context.runs.header(run)).map(({ phase }) => phase);
    const plan = planBackstop(phases, (phase) => existsSync(join(run.folder, checkpointFile(phase, run.id))));
    for (const phase of plan.written) {
      context.runs.writeScrubbed(run, checkpointFile(phase, run.id), composeCheckpoint(phase, run.id));
    }
    if (plan.written.length > 0) context.runs.completeProvenance(run);
    const told = reported.get(context) ?? new Set<string>();
    reported.set(context, told);
    if (plan.unknown.length === 0 || told.has(run.id)) return NOTHING;
    told.add(run.id);
    const text = `Run ${run.id} has phases without a learning checkpoint: ${plan.unknown.join(", ")}.`;
    return [{ type: "notify", level: "info", text }];
  },
};

/** Puts what a run's checkpoints want to have learnt into a queue for a person. Nothing is promoted by itself. */
export const queueReflections: Concern<"turn.stop"> = {
  name: "reflection-queue",
  posture: "advice",
  react(event, context) {
    const run = learningRun(event.session, context);
    const wanted = run === null ? [] : wantedReflections(run);
    if (run === null || wanted.length === 0) return NOTHING;
    const keyed = wanted.map((one) => ({ ...one, key: sha256(reflectionLine(one)).slice(0, 16) }));
    const { news } = withMemory(run, "reflection-queue-state.json", context, (prior) => {
      const known = knownIn(prior);
      const news = keyed.filter(({ key }) => !known.includes(key));
      if (news.length === 0 || !appendReflections(run, news, context)) return { news: [], next_state: null };
      const queued = [...known, ...news.map(({ key }) => key)];
      return { news, next_state: { schema_version: "guild.reflection_queue.v1", queued } };
    });
    if (news.length === 0) return NOTHING;
    const text = `${news.length} thing(s) to learn wait for you in ${reflectionFile(run, context)}.`;
    return [{ type: "notify", level: "info", text }];
  },
};

function knownIn(prior: Json): readonly string[] {
  const queued = isJsonObject(prior) ? prior.queued : undefined;
  return Array.isArray(queued) ? queued.filter((key) => typeof key === "string") : [];
}
