const GATES: Readonly<Record<string, readonly string[]>> = {
  init: ["ideate"],
  ideate: ["plan"],
  plan: ["build"],
  build: ["review", "verify-done"],
  qa: ["verify-done", "ops"],
  ops: ["close"],
};
const PASSING: ReadonlySet<string> = new Set(["pass", "passed", "success", "succeeded"]);

/** The gate that a run in this phase has to pass next; null in a phase that has none. */
export function nextGate(phase: string | null, passed: ReadonlySet<string>): string | null {
  const gates = phase !== null && Object.hasOwn(GATES, phase) ? (GATES[phase] ?? []) : [];
  return gates.find((gate) => !passed.has(gate)) ?? gates.at(-1) ?? null;
}

/** Whether an outcome lets a gate pass. Every word that is not known for it does not. */
export function isPassing(outcome: unknown): boolean {
  return typeof outcome === "string" && PASSING.has(outcome.trim().toLowerCase());
}
