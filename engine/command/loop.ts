import * as z from "zod/mini";
import type { BlockedGate, PointHooks } from "../capability/registry.ts";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { catchUp } from "../loop/opening.ts";
import type { Outcome } from "../loop/outcome.ts";
import { isPoint, POINTS, type Point, pointsOf, STEP_CONTRACTS, STEPS } from "../loop/points.ts";
import { positionOf } from "../loop/position.ts";
import { renderHooks } from "../loop/render-hooks.ts";
import { cleaned, resolvePoint } from "../loop/resolve.ts";
import { resolveFacts } from "../loop/resolve-at.ts";
import { asksForPhase } from "../loop/when.ts";
import { type CommandRow, row } from "./row.ts";

export const loopCommands: readonly CommandRow[] = [
  row({
    family: "loop",
    name: "points",
    summary: "The twelve points of the loop, by step.",
    audience: "both",
    positionals: [],
    isApart: true,
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
    isApart: true,
    input: () =>
      z.object({
        point: z.optional(z.string()),
        activeCap: z.optional(z.string()),
        configDir: z.optional(z.string()),
        runtime: z.optional(z.string()),
        phase: z.optional(z.string()),
        gatePolicy: z._default(z.enum(["closed", "open-loud"]), "closed"),
      }),
    run: (context, input) => (isPoint(input.point) ? show(context, input.point, input) : unknownPoint(input.point)),
  }),
];

interface Wish {
  readonly activeCap?: string | undefined;
  readonly configDir?: string | undefined;
  readonly runtime?: string | undefined;
  readonly phase?: string | undefined;
  readonly gatePolicy: "closed" | "open-loud";
}

async function show(context: ProjectContext, point: Point, wish: Wish): Promise<Outcome> {
  const facts = resolveFacts(context, null, wish);
  const phase = wish.phase ?? (await phaseAt(context, facts.registry.byLoopPoint[point]));
  const resolution = resolvePoint(point, { ...facts, phase });
  const isLoud = wish.gatePolicy === "open-loud";
  const hooks = isLoud ? resolution.hooks.filter((hook) => !("synthetic" in hook)) : resolution.hooks;
  if (wish.activeCap !== undefined) {
    const isActive = hooks.some((hook) => hook.capId === wish.activeCap && !("synthetic" in hook));
    return { ok: true, data: isActive, text: String(isActive) };
  }
  const rendered = renderHooks(point, hooks);
  const warnings = resolution.notLoaded.map((gate) => warningOf(gate, isLoud));
  const data = {
    point,
    activeHooks: hooks as unknown as Json,
    rendered,
    ...(warnings.length > 0 && { warnings }),
    ...(resolution.skipped.length > 0 && { skipped: resolution.skipped.map((owner) => ({ ...owner })) }),
  };
  const notes = [...warnings, ...resolution.skipped.map(({ capId, reason }) => `${capId} is left out: ${reason}.`)];
  return { ok: true, data, text: [rendered, ...notes].join("\n\n") };
}

/** Showing the gate as open is for comparison only: what is enforced stays shut. */
function warningOf({ capId, point, reason }: BlockedGate, isLoud: boolean): string {
  const state = isLoud ? "is not shown" : "is shut";
  return `${capId} was not loaded, its gate at ${point} ${state}: ${cleaned(reason)}. \`capability remove ${capId}\` takes it away.`;
}

function unknownPoint(point: string | undefined): Outcome {
  const message = point === undefined ? "No point was named" : `${point} is no loop point`;
  return { ok: false, reason: "unknown", message, remedy: `Use one of: ${POINTS.join(", ")}.` };
}

/** Reading the whole plan pays only where a condition names phases. */
async function phaseAt(context: ProjectContext, { steps, contributions, gates }: PointHooks): Promise<string | null> {
  const asks = [...steps, ...contributions, ...gates].some(({ when }) => when !== undefined && asksForPhase(when));
  if (!asks) return null;
  await catchUp(context);
  const position = positionOf(context.snapshot(), context.runs.state());
  return position.kind === "in-phase" ? position.phase.number : null;
}
