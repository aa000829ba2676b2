import * as z from "zod/mini";
import { closePoint, commandsOfPoint, enterPoint, settleTicket } from "../loop/point-actions.ts";
import { POINTS } from "../loop/points.ts";
import { type CommandRow, row } from "./row.ts";

const point = () => z.object({ point: z.enum(POINTS) });

export const pointCommands: readonly CommandRow[] = [
  row({
    family: "point",
    name: "enter",
    summary: "Enter a loop point: its hooks are resolved and their tickets handed out.",
    audience: "model",
    positionals: ["point"],
    input: point,
    run: (context, input) => enterPoint(context, input.point),
  }),
  row({
    family: "point",
    name: "settle",
    summary: "Answer one ticket of an open point: done, failed or skipped.",
    audience: "model",
    positionals: ["point", "ticket", "outcome"],
    input: () =>
      z.object({
        point: z.enum(POINTS),
        ticket: z.string(),
        outcome: z.enum(["done", "failed", "skipped"]),
        reason: z.optional(z.string()),
      }),
    run: (context, input) => settleTicket(context, input.point, input.ticket, input.outcome, input.reason),
  }),
  row({
    family: "point",
    name: "close",
    summary: "Close a point: the engine evaluates its gates here and now.",
    audience: "model",
    positionals: ["point"],
    input: point,
    wouldRun: (context, input) => commandsOfPoint(context, input.point),
    run: (context, input) => closePoint(context, input.point),
  }),
];
