import { answerCall, answerOverlays, answerPoints, type WarningReader } from "./answers.ts";
import type { Answers, CallAnswer, GoldenCase } from "./golden-case.ts";
import { GoldenProject, type Tool } from "./golden-project.ts";

export interface Asking {
  readonly tool: Tool;
  readonly shipped: ReadonlySet<string>;
  readonly pointFlags: readonly string[];
  readonly listFlags: readonly string[];
  readonly readWarning: WarningReader;
  /** Whether a call of the case is asked. */
  readonly asks: (call: string) => boolean;
}

/** All answers of one case, in its order: calls change the project, and points come before or after them. */
export async function askCase(spec: GoldenCase, asking: Asking): Promise<Answers> {
  const project = await GoldenProject.open(spec, asking.tool);
  const { shipped, pointFlags: flags, readWarning } = asking;
  const ask = async () => ({
    ...(spec.points && { points: await answerPoints(spec, project, { shipped, flags, readWarning }) }),
    ...(spec.overlays && { overlays: await answerOverlays(project, asking.listFlags) }),
  });
  try {
    const before = spec.pointsAfterCalls ? {} : await ask();
    const calls: Record<string, CallAnswer> = {};
    for (const call of spec.calls ?? []) {
      if (asking.asks(`${spec.name} ${call.id}`)) calls[call.id] = await answerCall(call, project);
    }
    return { ...before, ...(spec.pointsAfterCalls && (await ask())), calls };
  } finally {
    project.close();
  }
}

/** Of what was recorded, the parts that are compared. */
export function comparable(name: string, recorded: Answers, asks: (call: string) => boolean): Answers {
  const { points, overlays, calls = {} } = recorded;
  const kept = <T extends object>(value: T, names: readonly (keyof T)[]) =>
    Object.fromEntries(names.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]));
  const pointAnswers = Object.entries(points ?? {}).map(([point, answer]) => [
    point,
    kept(answer, ["exit", "hooks", "warnings"]),
  ]);
  const callAnswers = Object.entries(calls)
    .filter(([id]) => asks(`${name} ${id}`))
    .map(([id, answer]) => [id, kept(answer, ["exit", "value", "stdout", "error"])]);
  return {
    ...(points && { points: Object.fromEntries(pointAnswers) }),
    ...(overlays && { overlays }),
    calls: Object.fromEntries(callAnswers),
  };
}
