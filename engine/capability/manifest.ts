import * as z from "zod/mini";
import type { Json } from "../json.ts";
import { POINTS, type Point, type Role } from "../loop/points.ts";

export interface Fragment {
  readonly inline?: string;
  readonly path?: string;
}

interface HookCommon {
  readonly point: Point;
  readonly when?: string;
  readonly onError?: "skip" | "halt";
}

export interface StepHook extends HookCommon {
  readonly ref: { readonly skill?: string; readonly agent?: string; readonly command?: string };
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
  readonly fragment?: Fragment;
  readonly pointFrom?: string;
  readonly supportsReviewerLanes?: boolean;
}

export interface ContributionHook extends HookCommon {
  readonly into: Role;
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
  readonly fragment: Fragment;
  readonly configValues?: Readonly<Record<string, string>>;
}

/**
 * `command-exit-zero` runs `command`, or the command found under the configuration key `commandKey`.
 * `artifact-frontmatter-equals` compares one front-matter field of a phase artifact.
 */
export type Predicate =
  | {
      readonly kind: "command-exit-zero";
      readonly command?: string;
      readonly commandKey?: string;
      /** Seconds; 30 when absent. */
      readonly timeout?: number;
    }
  | {
      readonly kind: "artifact-frontmatter-equals";
      readonly artifact: string;
      readonly field: string;
      readonly equals: Json;
    };

export interface GateHook extends HookCommon {
  readonly check: { readonly query?: string; readonly predicate?: Predicate; readonly agentVerdict?: Json };
  readonly blocking: boolean;
}

export interface ConfigSlice {
  readonly type: "boolean" | "string" | "number" | "enum";
  readonly default: string | number | boolean;
  readonly description: string;
  readonly values?: readonly string[];
}

export interface CapabilityManifest {
  readonly id: string;
  readonly role: "feature";
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly tier: "core" | "standard" | "full";
  readonly requires: readonly string[];
  readonly runtimeCompat: { readonly supported: readonly string[]; readonly unsupported: readonly string[] };
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  readonly config: Readonly<Record<string, ConfigSlice>>;
  readonly activationKey?: string;
  readonly steps: readonly StepHook[];
  readonly contributions: readonly ContributionHook[];
  readonly gates: readonly GateHook[];
}

export interface ManifestIssue {
  readonly path: string;
  readonly message: string;
}

function manifestSchema() {
  const text = z.string().check(z.minLength(1));
  const texts = z.array(z.string());
  const common = {
    point: z.enum(POINTS),
    when: z.optional(z.string()),
  };
  const onError = z.enum(["skip", "halt"]);
  const fragment = z
    .object({ inline: z.optional(text), path: z.optional(text) })
    .check(z.refine((value) => value.inline !== undefined || value.path !== undefined, "needs `inline` or `path`"));
  const exactlyOne = (names: readonly string[]) =>
    z.refine<object>(
      (value) => names.filter((name) => Reflect.get(value, name) !== undefined).length === 1,
      `needs exactly one of ${names.join(", ")}`,
    );
  const predicate = z.discriminatedUnion("kind", [
    z
      .object({
        kind: z.literal("command-exit-zero"),
        command: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
        commandKey: z.optional(text),
        timeout: z.optional(z.number().check(z.positive())),
      })
      .check(exactlyOne(["command", "commandKey"])),
    z.object({ kind: z.literal("artifact-frontmatter-equals"), artifact: text, field: text, equals: z.json() }),
  ]);
  return z.object({
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
    role: z.literal("feature"),
    version: text,
    title: text,
    description: text,
    tier: z.enum(["core", "standard", "full"]),
    requires: texts,
    runtimeCompat: z.object({ supported: texts.check(z.minLength(1)), unsupported: texts }),
    skills: texts,
    agents: texts,
    config: z.record(
      text,
      z.object({
        type: z.enum(["boolean", "string", "number", "enum"]),
        default: z.union([z.string(), z.number(), z.boolean()]),
        description: text,
        values: z.optional(texts),
      }),
    ),
    activationKey: z.optional(text),
    steps: z.array(
      z.object({
        ...common,
        ref: z
          .object({ skill: z.optional(text), agent: z.optional(text), command: z.optional(text) })
          .check(exactlyOne(["skill", "agent", "command"])),
        produces: texts,
        consumes: texts,
        onError,
        fragment: z.optional(fragment),
        pointFrom: z.optional(text),
        supportsReviewerLanes: z.optional(z.boolean()),
      }),
    ),
    contributions: z.array(
      z.object({
        ...common,
        into: z.enum(["orchestrator", "researcher", "planner", "checker", "executor", "verifier"]),
        produces: texts,
        consumes: texts,
        fragment,
        onError: z.optional(onError),
        configValues: z.optional(z.record(text, text)),
      }),
    ),
    gates: z.array(
      z.object({
        ...common,
        check: z
          .object({
            query: z.optional(text),
            predicate: z.optional(predicate),
            agentVerdict: z.optional(z.json()),
          })
          .check(exactlyOne(["query", "predicate", "agentVerdict"])),
        blocking: z.boolean(),
        onError,
      }),
    ),
  });
}

let schema: ReturnType<typeof manifestSchema> | undefined;

/** Reads one manifest. Every problem is reported, each with the path of its field. */
export function parseManifest(
  value: unknown,
): { readonly ok: true; readonly manifest: CapabilityManifest } | { readonly ok: false; issues: ManifestIssue[] } {
  schema ??= manifestSchema();
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, manifest: result.data as CapabilityManifest };
  return {
    ok: false,
    issues: result.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })),
  };
}
