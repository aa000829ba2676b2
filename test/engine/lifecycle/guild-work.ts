import { AtWork, type AtWorkOptions } from "../run/at-work.ts";

export const guild = (options: AtWorkOptions = {}) =>
  new AtWork({ ...options, files: { ".guild/settings.json": "{}", ...options.files } });

export const settings = (defaults: object) => ({ ".guild/settings.json": JSON.stringify({ defaults }) });

/** A Guild project whose team checks are on. */
export const team = (more: object = {}, defaults: object = {}) =>
  new AtWork({ files: settings({ agent_team: { enabled: true, ...more }, ...defaults }) });

const SECTIONS = "changed_files:\nopens_for:\nassumptions:\nevidence:\nfollowups:\n";

export function receipt(fields: object = {}): string {
  const block = {
    schema_version: "guild.handoff.v2",
    task_id: "T1",
    tier: "mid",
    status: "done",
    summary: "It works.",
    artifacts: [],
    issues: [],
    ...fields,
  };
  return `${SECTIONS}\n\`\`\`guild.handoff.v2\n${JSON.stringify(block)}\n\`\`\`\n`;
}

export async function drift(work: AtWork, edits = 20): Promise<void> {
  for (let index = 0; index < edits; index++) await work.call("edit", { filePath: "src/a.ts" });
}

export interface Task {
  readonly subject?: string;
  readonly prompt?: string;
  readonly continues?: string;
}

/** The lead hands a task to an agent. Answers with what the hand-out itself brought. */
export async function dispatch(work: AtWork, call: string, agent: string, task: Task = {}) {
  const { subject = "a part", prompt = "Do it and hand in a receipt.", continues } = task;
  const args = { subagent_type: agent, description: subject, prompt };
  await work.send("tool.before", { tool: "task", call, args });
  return work.send("task.dispatch", { call, agent, prompt, subject, ...(continues && { continues }) });
}

export function collect(work: AtWork, call: string, outcome: "ok" | "error" = "ok", result = "done") {
  return work.send("tool.after", { tool: "task", call, outcome, result });
}

/** The worker of a lane begins its session. */
export function arrive(work: AtWork, kid: string, agent: string) {
  return work.send("session.start", { reason: "startup", folder: work.root, agent, session: kid, child: true });
}

export function runPath(work: AtWork, path: string): string {
  return `.guild/runs/${work.runFolder.split("/").at(-1)}/${path}`;
}

export function lanesOf(work: AtWork): Readonly<Record<string, unknown>> {
  return JSON.parse(work.inRun("run-state.json")).lanes;
}
