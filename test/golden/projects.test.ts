import { describe, expect, test } from "bun:test";
import { answerCall, answerOverlays, answerPoints } from "./answers.ts";
import {
  type Answers,
  type CallAnswer,
  caseNames,
  expectedOf,
  type GoldenCase,
  readCase,
  readJson,
} from "./golden-case.ts";
import { GoldenProject } from "./golden-project.ts";
import { ourTool, readOurWarning, SHIPPED } from "./our-tool.ts";

const names = caseNames();
const waiting = readJson("not-yet-commanded.json") as { readonly calls: readonly string[] };
const all = names.flatMap((name) => (readCase(name).calls ?? []).map(({ id }) => `${name} ${id}`));

/** In the order of the case: calls change the project, and points may be asked before or after them. */
async function answers(spec: GoldenCase): Promise<Answers> {
  const project = await GoldenProject.open(spec, ourTool);
  const options = { shipped: SHIPPED, flags: ["--gate-policy", "open-loud"], readWarning: readOurWarning };
  const ask = async () => ({
    ...(spec.points && { points: await answerPoints(spec, project, options) }),
    ...(spec.overlays && { overlays: await answerOverlays(project, ["--installed"]) }),
  });
  try {
    const before = spec.pointsAfterCalls ? {} : await ask();
    const calls: Record<string, CallAnswer> = {};
    for (const call of spec.calls ?? []) {
      if (!waiting.calls.includes(`${spec.name} ${call.id}`)) calls[call.id] = await answerCall(call, project);
    }
    return { ...before, ...(spec.pointsAfterCalls && (await ask())), calls };
  } finally {
    project.close();
  }
}

/** Of what was recorded, the parts that are compared here. */
function compared(name: string): Answers {
  const { points, overlays, calls = {} } = expectedOf(name);
  const asked = Object.entries(calls).filter(([id]) => !waiting.calls.includes(`${name} ${id}`));
  return {
    ...(points && {
      points: Object.fromEntries(
        Object.entries(points).map(([point, { exit, hooks, warnings }]) => [
          point,
          { exit, ...(hooks && { hooks }), ...(warnings && { warnings }) },
        ]),
      ),
    }),
    ...(overlays && { overlays }),
    calls: Object.fromEntries(
      asked.map(([id, { exit, value, stdout, error }]) => [
        id,
        {
          exit,
          ...(value !== undefined && { value }),
          ...(stdout !== undefined && { stdout }),
          ...(error !== undefined && { error }),
        },
      ]),
    ),
  };
}

describe("a recorded project answers as it did there", () => {
  for (const name of names) {
    test(name, async () => {
      expect((await answers(readCase(name))) as unknown).toEqual(compared(name));
    });
  }
});

test("no call of a recorded project is left out unnoticed", () => {
  expect(all.length).toBe(155);
  expect(waiting.calls.filter((call) => !all.includes(call))).toEqual([]);
  expect(waiting.calls.length).toBeLessThanOrEqual(39);
});
