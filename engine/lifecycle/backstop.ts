const CHECKPOINT_PHASES: Readonly<Record<string, string>> = {
  init: "init",
  ideate: "ideation",
  plan: "planning",
  build: "development",
  qa: "quality",
  ops: "operations",
  ideation: "ideation",
  planning: "planning",
  development: "development",
  quality: "quality",
  operations: "operations",
  reflection: "reflection",
};
const TARGETS = [
  "memory",
  "wiki",
  "knowledge_graph",
  "domain_model",
  "agent_def",
  "skill_def",
  "agent_template",
  "skill_template",
  "config",
  "task_tracking",
  "workflow_rules",
  "review_policy",
];

export interface BackstopPlan {
  /** Phases whose checkpoint is missing, in the order in which they were first seen. */
  readonly written: readonly string[];
  readonly skipped: readonly string[];
  readonly unknown: readonly string[];
}

/** Which learning checkpoints a run still owes. */
export function planBackstop(phasesLog: readonly string[] | null, exists: (phase: string) => boolean): BackstopPlan {
  const tokens = [...new Set(phasesLog ?? [])];
  const isKnown = (token: string) => Object.hasOwn(CHECKPOINT_PHASES, token);
  const phases = [...new Set(tokens.filter(isKnown).map((token) => CHECKPOINT_PHASES[token] ?? token))];
  return {
    written: phases.filter((phase) => !exists(phase)),
    skipped: phases.filter(exists),
    unknown: tokens.filter((token) => !isKnown(token)),
  };
}

export function checkpointFile(phase: string, run: string): string {
  return `learning/${phase}-${run}.yaml`;
}

/** A checkpoint that decides nothing: it says that nobody did. */
export function composeCheckpoint(phase: string, run: string): string {
  return [
    "learning_checkpoint:",
    "  version: 1",
    `  phase: ${phase}`,
    `  run_id: ${run}`,
    "  observed: []",
    "  decisions:",
    ...TARGETS.map((target) => `    ${target}: none`),
    "  knowledge_links_batch: []",
    "  routed_to: null",
    "  evidence_ref: logs/v1.4-events.jsonl",
    "  backstop: true",
    "",
  ].join("\n");
}
