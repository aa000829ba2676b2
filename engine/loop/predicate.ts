import * as z from "zod/mini";
import type { Json } from "../json.ts";

/**
 * What a gate asks of the project. `command-exit-zero` runs `command`, or the command found under the setting
 * `commandKey`; `timeout` is in seconds. `artifact-frontmatter-equals` compares one field of a phase artifact.
 * `file-exists` takes a path below the project root; `config-equals` a setting.
 */
export type Predicate =
  | {
      readonly kind: "command-exit-zero";
      readonly command?: string;
      readonly commandKey?: string;
      readonly timeout?: number;
    }
  | {
      readonly kind: "artifact-frontmatter-equals";
      readonly artifact: string;
      readonly field: string;
      readonly equals: Json;
    }
  | { readonly kind: "file-exists"; readonly path: string }
  | { readonly kind: "config-equals"; readonly key: string; readonly equals: Json }
  | { readonly kind: "all-of" | "any-of"; readonly predicates: readonly Predicate[] };

export type ParsedPredicate =
  | { readonly ok: true; readonly predicate: Predicate }
  | { readonly ok: false; readonly reason: string };

const MAX_COMMAND = 4096;
/** A day: far above any check, and small enough for every timer. */
const MAX_SECONDS = 86_400;

let schema: z.ZodMiniType<Predicate> | undefined;

/** Reads a predicate. One that does not fit is a gate that cannot be evaluated, whoever wrote it. */
export function parsePredicate(value: unknown): ParsedPredicate {
  try {
    schema ??= build();
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, predicate: result.data };
    const reasons = result.error.issues.map((issue) => `${issue.path.join(".") || "predicate"}: ${issue.message}`);
    return { ok: false, reason: reasons.join("; ") };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function build(): z.ZodMiniType<Predicate> {
  const text = z.string().check(z.minLength(1));
  const parts = z.array(z.lazy((): z.ZodMiniType<Predicate> => build())).check(z.minLength(1));
  const present = z.json();
  return z.discriminatedUnion("kind", [
    z
      .object({
        kind: z.literal("command-exit-zero"),
        command: z.optional(
          z.string().check(
            z.maxLength(MAX_COMMAND),
            z.refine((line) => line.trim() !== "", "is empty"),
          ),
        ),
        commandKey: z.optional(text),
        timeout: z.optional(z.number().check(z.positive(), z.maximum(MAX_SECONDS))),
      })
      .check(
        z.refine((value) => (value.command === undefined) !== (value.commandKey === undefined), "needs `command`"),
      ),
    z.object({ kind: z.literal("artifact-frontmatter-equals"), artifact: text, field: text, equals: present }),
    z.object({ kind: z.literal("file-exists"), path: text }),
    z.object({ kind: z.literal("config-equals"), key: text, equals: present }),
    z.object({ kind: z.literal("all-of"), predicates: parts }),
    z.object({ kind: z.literal("any-of"), predicates: parts }),
  ]) as unknown as z.ZodMiniType<Predicate>;
}
