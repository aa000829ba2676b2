import * as z from "zod/mini";
import type { Json } from "../json.ts";
import { POINTS, pointsOf, STEP_CONTRACTS, STEPS } from "../loop/points.ts";
import { renderHooks } from "../loop/render-hooks.ts";
import { resolveHooks } from "../loop/resolve.ts";
import { type CommandRow, row } from "./row.ts";

export const loopCommands: readonly CommandRow[] = [
  row({
    family: "loop",
    name: "points",
    summary: "The twelve points of the loop, by step.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: () => ({
      ok: true,
      data: STEPS.map((step) => ({ step, points: pointsOf(step), produces: STEP_CONTRACTS[step].produces })),
      text: STEPS.map((step) => `${step}: ${pointsOf(step).join(", ")}`).join("\n"),
    }),
  }),
  row({
    family: "loop",
    name: "render-hooks",
    summary: "What takes part at a point: steps, contributions and gates, in order.",
    audience: "both",
    positionals: ["point"],
    input: () => z.object({ point: z.enum(POINTS), activeCap: z.optional(z.string()) }),
    run: (context, input) => {
      const hooks = resolveHooks(input.point, context.registry, context.snapshot().config);
      if (input.activeCap !== undefined) {
        const active = hooks.some((hook) => hook.capId === input.activeCap);
        return { ok: true, data: active, text: String(active) };
      }
      const rendered = renderHooks(input.point, hooks);
      return {
        ok: true,
        data: { point: input.point, activeHooks: hooks as unknown as Json, rendered },
        text: rendered,
      };
    },
  }),
];
