import * as z from "zod/mini";
import type { JsonObject } from "../json.ts";
import { POINTS } from "../loop/points.ts";

export type Shape = Record<string, z.ZodMiniType>;

export function pointShape(): Shape {
  return {
    action: described(z.enum(["enter", "settle", "close"]), "what to do at the point"),
    point: described(z.enum(POINTS), "for example plan:pre"),
    ticket: described(z.optional(z.string()), "settle: the ticket's id"),
    outcome: described(z.optional(z.enum(["done", "failed", "skipped"])), "settle: how it went"),
    reason: described(z.optional(z.string()), "settle: needed for failed and skipped"),
  };
}

export function stateShape(): Shape {
  return {
    transition: described(z.string(), "json reads; or the name of a transition"),
    phase: described(z.optional(z.string()), "phase number where the transition needs one"),
    text: described(z.optional(z.string()), "the decision, blocker, question or note"),
    options: described(z.optional(z.string()), "signal-waiting: the possible answers, separated by |"),
  };
}

export function commandShape(): Shape {
  return { command: described(z.string(), "family, command and arguments, for example: phase complete 2") };
}

export function schemaOf(shape: Shape): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(shape), { io: "input" });
  return schema as JsonObject;
}

function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  return schema.check(z.describe(description)) as T;
}
