/** The five steps of a phase, in order. */
export const STEPS = ["discuss", "plan", "execute", "verify", "ship"] as const;
export type Step = (typeof STEPS)[number];

/** The twelve loop extension points, in order. The list is closed: additions only. */
export const POINTS = [
  "discuss:pre",
  "discuss:post",
  "plan:pre",
  "plan:post",
  "execute:pre",
  "execute:wave:pre",
  "execute:wave:post",
  "execute:post",
  "verify:pre",
  "verify:post",
  "ship:pre",
  "ship:post",
] as const;
export type Point = (typeof POINTS)[number];

export type Role = "orchestrator" | "researcher" | "planner" | "checker" | "executor" | "verifier";

interface StepContract {
  /** Roles that a contribution at one of the step's points may address. */
  readonly roles: readonly Role[];
  /** Core artifact that the step leaves behind before its last point. */
  readonly produces: string | null;
  readonly consumes: string | null;
}

export const STEP_CONTRACTS: Readonly<Record<Step, StepContract>> = {
  discuss: { roles: ["orchestrator"], produces: "CONTEXT.md", consumes: null },
  plan: { roles: ["researcher", "planner", "checker"], produces: "PLAN.md", consumes: "CONTEXT.md" },
  execute: { roles: ["executor", "verifier"], produces: "SUMMARY.md", consumes: "PLAN.md" },
  verify: { roles: ["orchestrator"], produces: "UAT.md", consumes: "SUMMARY.md" },
  ship: { roles: ["orchestrator"], produces: null, consumes: "UAT.md" },
};

export function isPoint(value: unknown): value is Point {
  return typeof value === "string" && (POINTS as readonly string[]).includes(value);
}

export function isStep(value: unknown): value is Step {
  return typeof value === "string" && (STEPS as readonly string[]).includes(value);
}

export function stepOf(point: Point): Step {
  return point.slice(0, point.indexOf(":")) as Step;
}

export function pointsOf(step: Step): readonly Point[] {
  return POINTS.filter((point) => stepOf(point) === step);
}
