import * as z from "zod/mini";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { commandOf } from "../loop/gate.ts";
import { refuse } from "../loop/outcome.ts";
import { POINTS, type Point } from "../loop/points.ts";
import { type ActiveGate, resolveHooks } from "../loop/resolve.ts";
import { issueTickets } from "../loop/tickets.ts";
import { type CommandRow, row } from "./row.ts";

interface ListedGate {
  readonly id: string;
  readonly point: Point;
  readonly gate: ActiveGate;
}

export const gateCommands: readonly CommandRow[] = [
  row({
    family: "gate",
    name: "list",
    summary: "The gates that are active in this project.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const gates = gatesOf(context);
      return {
        ok: true,
        data: gates.map(({ id, point, gate }) => ({ id, point, check: gate.check as Json, blocking: gate.blocking })),
        text: gates.map(({ id, point, gate }) => `${point} ${id}${gate.blocking ? "" : " (advice)"}`).join("\n"),
      };
    },
  }),
  row({
    family: "gate",
    name: "explain",
    summary: "What a gate asks for, what it said last, and how it is opened.",
    audience: "both",
    positionals: ["gate"],
    input: () => z.object({ gate: z.string() }),
    run: (context, input) => {
      const found = gatesOf(context).filter(({ id, gate }) => id === input.gate || gate.capId === input.gate);
      if (found.length === 0) {
        return refuse("ticket_unknown", `No active gate is called ${input.gate}`, "`gate list` names them.");
      }
      const answers = found.map((listed) => explain(listed, context));
      return { ok: true, data: answers.map((answer) => ({ ...answer })), text: answers.map(textOf).join("\n\n") };
    },
  }),
];

function gatesOf(context: ProjectContext): readonly ListedGate[] {
  const { config } = context.snapshot();
  return POINTS.flatMap((point) =>
    issueTickets(resolveHooks(point, context.registry, config)).flatMap(({ ticket, hook }) =>
      hook.kind === "gate" ? [{ id: ticket.id, point, gate: hook }] : [],
    ),
  );
}

function explain({ id, point, gate }: ListedGate, context: ProjectContext) {
  const points = context.runs.current()?.state().points.values() ?? [];
  const verdicts = [...points]
    .filter(({ place }) => place.point === point)
    .flatMap((state) => state.verdicts.get(id) ?? []);
  const last = verdicts.at(-1);
  const command = gate.check.predicate
    ? commandOf(gate.check.predicate, context.registry, context.snapshot().config)
    : null;
  return {
    id,
    point,
    asks: command ?? JSON.stringify(gate.check),
    blocking: gate.blocking,
    verdict: last?.verdict ?? null,
    message: last?.message ?? null,
  };
}

function textOf(answer: ReturnType<typeof explain>): string {
  const last =
    answer.verdict === null ? "It was not evaluated yet." : `Last verdict: ${answer.verdict}. ${answer.message}`;
  return `${answer.id} at ${answer.point} asks for ${answer.asks}.\n${last}\nIt is evaluated when the point is closed.`;
}
