import * as z from "zod/mini";
import { POINTS } from "../loop/points.ts";
import { refusedEnvironment } from "./central-names.ts";
import { CAPABILITY_ID, TIERS } from "./manifest.ts";
import { RANGE, SEMVER, UNSAFE_NAMES } from "./manifest-patterns.ts";

const SCRIPT = /^(?!\/)(?!-)(?!.*\/-)(?!.*(?:^|\/)\.\.(?:\/|$))[A-Za-z0-9._/-]+$/;
const COMPILED = /(?:^|\/)(?:__pycache__|\.pytest_cache)(?:\/|$)|\.py[co]$/;

type Build<T> = () => T;

/** Builds on first use: no schema exists before a manifest is read. */
function once<T>(build: Build<T>): Build<T> {
  let built: T | undefined;
  return () => {
    built ??= build();
    return built;
  };
}

const text = once(() => z.string().check(z.minLength(1)));
const safeName = once(() => z.string().check(z.refine((name) => !UNSAFE_NAMES.has(name), "is a reserved name")));
const kebab = once(() => z.string().check(z.regex(CAPABILITY_ID)));
const texts = once(() => z.array(z.string()));
const onError = once(() => z.enum(["skip", "halt"]));

function exactlyOne(names: readonly string[]) {
  return z.refine<object>(
    (value) => names.filter((name) => Reflect.get(value, name) !== undefined).length === 1,
    `needs exactly one of ${names.join(", ")}`,
  );
}

/** What every capability has, whatever its role. */
export const envelopeSchema = once(() =>
  z.object({
    id: z.string().check(z.regex(CAPABILITY_ID)),
    role: z.enum(["feature", "runtime", "reviewer"]),
    version: z.string().check(z.regex(SEMVER, "is not a semantic version")),
    title: text(),
    description: text(),
    tier: z.enum(TIERS),
    requires: texts(),
    engines: z.optional(z.object({ gsd: z.optional(z.string().check(z.regex(RANGE, "is not a range"))) })),
    compatVersions: z.optional(z.record(z.string().check(z.regex(SEMVER)), z.string().check(z.regex(RANGE)))),
    integrity: z.optional(z.string().check(z.regex(/^sha512-[A-Za-z0-9+/]{86}==$/, "is not a SHA-512"))),
    provenance: z.optional(z.object({ sourceRepo: text(), commit: text() })),
  }),
);

export const featureSchema = once(() =>
  z.object({
    runtimeCompat: runtimeCompatSchema(),
    skills: z.array(safeName()),
    agents: z.array(safeName()),
    hooks: z.optional(z.array(lifecycleHookSchema())),
    commands: z.optional(z.array(commandSchema())),
    config: z.record(text(), configSliceSchema()),
    activationKey: z.optional(text()),
    steps: z.array(stepSchema()),
    contributions: z.array(contributionSchema()),
    gates: z.array(gateSchema()),
    taskContentResolver: z.optional(taskContentResolverSchema()),
    reviewer: z.optional(z.undefined("belongs to runtimes and reviewers")),
  }),
);

/** Runtimes and reviewers take no part in the loop. */
export const hostBodySchema = once(() => {
  const absent = () => z.optional(z.undefined("does not belong to this role"));
  const none = () => z.optional(z.array(z.unknown()).check(z.maxLength(0, "does not belong to this role")));
  return z.object({
    skills: none(),
    agents: none(),
    steps: none(),
    contributions: none(),
    gates: none(),
    hooks: none(),
    activationKey: absent(),
    taskContentResolver: absent(),
    reviewer: z.optional(reviewerSchema()),
    runtime: z.optional(z.record(z.string(), z.unknown())),
  });
});

const runtimeCompatSchema = once(() =>
  z.object({
    supported: z.array(z.string()).check(
      z.minLength(1, "is empty"),
      z.refine(
        (ids: string[]) => (ids.length === 1 && ids[0] === "*") || ids.every((id) => CAPABILITY_ID.test(id)),
        'is either ["*"] or a list of ids',
      ),
    ),
    unsupported: z.array(kebab()),
    notes: z.optional(z.record(z.string().check(z.regex(/^(?:\*|[a-z][a-z0-9-]*)$/)), text())),
  }),
);

const lifecycleHookSchema = once(() =>
  z.object({
    event: text(),
    script: z.string().check(
      z.regex(SCRIPT, "is not a relative path of plain characters"),
      z.refine((path) => !COMPILED.test(path), "is compiled or cached code"),
    ),
    matcher: z.optional(z.string().check(z.minLength(1), z.regex(/^\P{Cc}+$/u))),
  }),
);

const commandSchema = once(() =>
  z.object({
    family: text().check(z.refine((name) => !UNSAFE_NAMES.has(name), "is a reserved name")),
    module: z.string().check(z.regex(/^[A-Za-z0-9._-]+\.cjs$/, "is not the name of a .cjs file")),
    router: text(),
    subcommands: z.optional(texts()),
  }),
);

const configSliceSchema = once(() =>
  z
    .object({
      type: z.enum(["boolean", "string", "number", "enum"]),
      default: z.union([z.string(), z.number(), z.boolean()]),
      description: text(),
      values: z.optional(z.array(z.string()).check(z.minLength(1))),
    })
    .check(
      z.refine((slice) => slice.type !== "enum" || slice.values !== undefined, "an enum needs `values`"),
      z.refine(
        (slice) =>
          slice.type === "enum"
            ? typeof slice.default === "string" && (slice.values ?? []).includes(slice.default)
            : slice.type === typeof slice.default,
        "the default does not fit the type",
      ),
    ),
);

const fragmentSchema = once(() =>
  z.object({ inline: z.optional(text()), path: z.optional(text()) }).check(
    z.refine((value) => value.inline !== undefined || value.path !== undefined, "needs `inline` or `path`"),
    z.refine(
      ({ path }) => path === undefined || (!/^(?:[\\/]|[A-Za-z]:)/.test(path) && !path.split(/[\\/]/).includes("..")),
      "`path` leaves the capability's folder",
    ),
  ),
);

const whenSchema = once((): z.ZodMiniType => {
  const lazy = z.lazy((): z.ZodMiniType => whenSchema());
  const phase = z.strictObject({
    is: z.optional(z.array(text()).check(z.minLength(1))),
    from: z.optional(text()),
    to: z.optional(text()),
  });
  return z.union([
    z.string(),
    z.strictObject({ key: text(), equals: z.optional(z.union([z.string(), z.number(), z.boolean()])) }),
    z.strictObject({ not: lazy }),
    z.strictObject({ all: z.array(lazy).check(z.minLength(1)) }),
    z.strictObject({ any: z.array(lazy).check(z.minLength(1)) }),
    z.strictObject({ phase: phase.check(z.refine((value) => Object.keys(value).length > 0, "names no phase")) }),
    z.strictObject({ file: text().check(z.regex(/^(?![\\/])(?!.*(?:^|[\\/])\.\.(?:[\\/]|$))/, "leaves the project")) }),
  ]);
});

const common = once(() => ({
  point: z.enum(POINTS),
  when: z.optional(whenSchema()),
  pointFrom: z.optional(z.nullable(z.string())),
}));

const stepSchema = once(() =>
  z.object({
    ...common(),
    ref: z
      .object({ skill: z.optional(text()), agent: z.optional(text()), command: z.optional(text()) })
      .check(exactlyOne(["skill", "agent", "command"])),
    produces: texts(),
    consumes: texts(),
    onError: onError(),
    fragment: z.optional(fragmentSchema()),
    supportsReviewerLanes: z.optional(z.boolean()),
  }),
);

const contributionSchema = once(() =>
  z.object({
    ...common(),
    into: z.string(),
    produces: texts(),
    consumes: texts(),
    fragment: fragmentSchema(),
    onError: z.optional(onError()),
    configValues: z.optional(z.record(z.string(), z.string())),
    priority: z.optional(z.number()),
  }),
);

const gateSchema = once(() =>
  z.object({
    ...common(),
    check: z
      .object({
        query: z.optional(z.string()),
        predicate: z.optional(z.record(z.string(), z.unknown())),
        agentVerdict: z.optional(z.record(z.string(), z.unknown())),
      })
      .check(exactlyOne(["query", "predicate", "agentVerdict"])),
    blocking: z.boolean(),
    onError: onError(),
  }),
);

const taskContentResolverSchema = once(() =>
  z.object({
    trackerPrefix: kebab(),
    invoke: z.object({
      binary: text(),
      args: texts().check(z.refine((args: string[]) => args.includes("{{id}}"), "has no {{id}}")),
      timeoutMs: z.int().check(z.minimum(1), z.maximum(120_000)),
    }),
  }),
);

const reviewerSchema = once(() =>
  z.object({
    slug: z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]*$/)),
    flags: z.array(z.string().check(z.regex(/^--[a-z0-9][a-z0-9-]*$/))),
    transport: z.enum(["spawn", "openai-http"]),
    probe: z.object({ kind: z.enum(["command-exists", "command-capability", "http-reachable"]) }),
    invoke: z.object({
      promptChannel: z.enum(["stdin", "argv", "argv-file-ref", "none"]),
      outputChannel: z.enum(["stdout", "file-arg"]),
      effortChannel: z.optional(z.enum(["none", "argv", "env"])),
      modelDiscovery: z.optional(z.enum(["none", "first-from-models-endpoint"])),
      env: z.optional(
        z.record(
          z.string().check(z.refine((name) => !refusedEnvironment().has(name), "decides which code is loaded")),
          z.unknown(),
        ),
      ),
    }),
    emptyOutput: z.optional(z.enum(["stub-with-stderr", "handler-owned"])),
    reviewsSection: z.optional(text()),
    evidenceClass: z.optional(z.enum(["source-grounded", "diff-only"])),
    requiresBinaries: z.optional(texts()),
    handler: z.optional(z.nullable(z.enum(["antigravity", "openai-compatible", "opencode"]))),
  }),
);
