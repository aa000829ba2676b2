import { type Concern, NOTHING } from "../concern.ts";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Reaction } from "../reaction.ts";
import { toolClass } from "../run/tool-name.ts";
import { logTask } from "./log-task.ts";
import { isBlocking, isOn } from "./settings.ts";
import { judgeCreatedTask, type TaskVerdict } from "./task-check.ts";

/** Judges a task before it is handed out. */
export const taskCreated: Concern<"tool.before"> = {
  name: "task-created",
  posture: "advice",
  react(event, context) {
    if (toolClass(event.tool) !== "dispatch" || !isOn("agent_team", context)) return NOTHING;
    const run = context.runs.current();
    if (!run) return NOTHING;
    const { subagent_type: owner, description, prompt } = event.args;
    const task = { owner: text(owner), subject: text(description), description: text(prompt) };
    const verdict = judgeCreatedTask(task, plannedIds(context));
    const status = verdict.startsWith("reject") ? "err" : "ok";
    logTask(run, event, { hook: "TaskCreated", status, payload: verdict });
    return reactionsTo(verdict, context);
  },
};

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function plannedIds(context: ProjectContext): readonly string[] | null {
  const plans = context.snapshot().phases.flatMap((phase) => phase.plans.map(({ id }) => id));
  return plans.length === 0 ? null : plans;
}

function reactionsTo(verdict: TaskVerdict, context: ProjectContext): readonly Reaction[] {
  if (verdict === "accept") return NOTHING;
  const reason = `the task is not fit to be handed out (${verdict})`;
  const remedy = "Name an agent, say what it has to hand in, and depend on planned tasks only.";
  if (verdict !== "accept_with_warning" && isBlocking("agent_team", context)) {
    return [{ type: "deny", rule: "team.task-created", reason, remedy }];
  }
  return [{ type: "context", text: `[GUILD TASK CHECK] ${reason}.\n${remedy}` }];
}
