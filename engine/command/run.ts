import * as z from "zod/mini";
import { describeLimits, limitsOf } from "../continuation/brakes.ts";
import { noRun } from "../loop/no-run.ts";
import { refuse } from "../loop/outcome.ts";
import { readLanes } from "../run/run-lanes.ts";
import type { PointState, RunState } from "../run/state.ts";
import { type CommandRow, row } from "./row.ts";

export const runCommands: readonly CommandRow[] = [
  row({
    family: "run",
    name: "show",
    summary: "The open run: its points, tickets and verdicts.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const run = context.runs.view();
      if (!run) return noRun(context, "A person begins one with a /gsd command.");
      const { state } = run;
      const refusal = context.runs.refusal();
      const points = [...state.points.values()].map(describePoint);
      const lanes = [...readLanes(run.folder)];
      const limits = limitsOf(context);
      return {
        ok: true,
        data: {
          run_id: run.id,
          started_at: state.startedAt,
          writable: refusal === null,
          ...(refusal && { refusal: { message: refusal.message, remedy: refusal.remedy } }),
          step: state.step ? { step: state.step.step, phase: state.step.phase } : null,
          points,
          lanes: lanes.map(([id, lane]) => ({ id, ...lane })),
          continuation: { ...limits, held_because: heldBecause(state) },
        },
        text: [
          `Run ${run.id}`,
          ...(refusal ? [`${refusal.message}. ${refusal.remedy}`] : []),
          ...points.map((point) => `${point.point}: ${point.state}`),
          ...lanes.map(([id, { status }]) => `lane ${id}: ${status}`),
          limits.enabled ? describeLimits(limits) : "Continuation is off (loopwright.continuation.enabled).",
        ].join("\n"),
      };
    },
  }),
  row({
    family: "run",
    name: "close",
    summary: "End the open run. Its record stays.",
    audience: "person",
    positionals: [],
    input: () => z.object({ reason: z._default(z.string(), "closed by a person") }),
    run: (context, input) => {
      const run = context.runs.current();
      if (!run) return noRun(context, "There is nothing to close.");
      context.runs.close(run, input.reason);
      return { ok: true, data: { run_id: run.id, closed: true }, text: `Run ${run.id} is closed.` };
    },
  }),
  row({
    family: "run",
    name: "env",
    summary: "The variables that let another process write to the open run.",
    audience: "person",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const run = context.runs.view();
      if (!run) return noRun(context, "A person begins one with a /gsd command.");
      const nonce = context.runs.bindingRef(run);
      if (nonce === null) {
        const message = `The run ${run.id} was not begun on this machine, or not with this home`;
        return refuse("run_not_held", message, "Work at it where it was begun, or close it and begin another.");
      }
      const values = { GUILD_RUN_DIR: run.folder, GUILD_RUN_ID: run.id, GUILD_RUN_BINDING_REF: nonce };
      const lines = Object.entries(values).map(([name, value]) => `export ${name}=${quoted(value)}`);
      return { ok: true, data: values, text: lines.join("\n") };
    },
  }),
];

function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

/** Why idle sessions were left alone, each reason once. */
function heldBecause({ sessions }: RunState): readonly string[] {
  return [...new Set([...sessions.values()].flatMap(({ heldBecause }) => heldBecause ?? []))];
}

function describePoint(point: PointState) {
  return {
    ...point.place,
    state: point.closedBy === null ? "open" : `closed by ${point.closedBy}`,
    tickets: [...point.tickets.values()].map(({ entry, outcome, reason }) => ({ ...entry, outcome, reason })),
    verdicts: [...point.verdicts.values()].map((verdict) => ({ ...verdict })),
  };
}
