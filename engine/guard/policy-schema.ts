import * as z from "zod/mini";
import type { Posture, RuleId } from "./rule.ts";
import { RULES } from "./rules.ts";

export type ToolClass = "read" | "write" | "shell" | "web" | "task" | "own" | "other";

export const TOOL_CLASSES: readonly ToolClass[] = ["read", "write", "shell", "web", "task", "own", "other"];

/**
 * What one layer of settings says about the guard. `secrets` and `protect` are globs of further files; `posture`
 * changes rules; `agents` lists the classes of tools an agent may use. `allow` (globs that no path rule stops),
 * `writable` (folders outside the project) and `off` (rules) are read from the person's own file only.
 */
export interface GuardSettings {
  readonly secrets?: readonly string[] | undefined;
  readonly protect?: readonly string[] | undefined;
  readonly posture?: Readonly<Partial<Record<RuleId, Posture>>> | undefined;
  readonly agents?: Readonly<Record<string, readonly ToolClass[]>> | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly writable?: readonly string[] | undefined;
  readonly off?: readonly RuleId[] | undefined;
}

let schema: z.ZodMiniType<GuardSettings> | undefined;

export function guardSettingsSchema(): z.ZodMiniType<GuardSettings> {
  schema ??= build();
  return schema;
}

function build(): z.ZodMiniType<GuardSettings> {
  const ids = RULES.map(({ id }) => id) as [RuleId, ...RuleId[]];
  const globs = z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(512))));
  return z.strictObject({
    secrets: globs,
    protect: globs,
    allow: globs,
    writable: globs,
    off: z.optional(z.array(z.enum(ids))),
    posture: z.optional(z.partialRecord(z.enum(ids), z.enum(["deny", "ask", "advise"]))),
    agents: z.optional(z.record(z.string(), z.array(z.enum(TOOL_CLASSES as readonly [ToolClass, ...ToolClass[]])))),
  }) as unknown as z.ZodMiniType<GuardSettings>;
}
