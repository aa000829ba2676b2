import { isDepth } from "./engine-capabilities.ts";
import { ownValue } from "./own-record.ts";

/** Whether waves must run inline. Only a record that nests, backgrounds and goes deeper than one level says no. */
export function shouldFlattenDispatch(dispatch: unknown): boolean {
  const depth = ownValue(dispatch, "maxDepth");
  const deep = isDepth(depth) && (depth === -1 || depth > 1);
  const free =
    ownValue(dispatch, "background") === true &&
    ownValue(dispatch, "backgroundDispatch") === true &&
    ownValue(dispatch, "nested") === true;
  return !(deep && free && ownValue(dispatch, "subagentToolkit") === "full");
}

const PLANS = ["planner", "roadmapper", "selector", "spec"];
const EXPLORES = [
  "researcher",
  "mapper",
  "checker",
  "verifier",
  "auditor",
  "analyzer",
  "synthesizer",
  "profiler",
  "curator",
  "classifier",
  "reviewer",
];

/** The agent type to dispatch `name` as: itself, or the built-in kind nearest to it where names cannot be dispatched. */
export function resolveDispatchType(name: unknown, dispatch: unknown): string {
  if (typeof name !== "string" || name === "") return "coder";
  if (ownValue(dispatch, "namedDispatch") !== false) return name;
  if (PLANS.some((suffix) => name.endsWith(suffix))) return "plan";
  return EXPLORES.some((suffix) => name.endsWith(suffix)) ? "explore" : "coder";
}
