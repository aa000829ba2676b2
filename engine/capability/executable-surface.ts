import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { compareBytes } from "./bytes.ts";
import type { CapabilityManifest } from "./manifest.ts";

/** One thing of a capability that could make a program run. */
export interface Executable {
  readonly kind: "hook" | "command" | "mcp" | "reviewer" | "gate" | "step" | "resolver";
  /** What would run, for a person. */
  readonly what: string;
}

/**
 * Everything in a capability that could make a program run, as it is shown to the person who is asked for consent. A
 * step that calls a built-in command is not listed: it can do no more than a model may do anyway.
 */
export function executablesOf(
  manifest: CapabilityManifest,
  builtInFamilies: ReadonlySet<string> = new Set(),
): readonly Executable[] {
  const { hooks, commands, gates, steps, mcpServers, reviewer, taskContentResolver } = manifest;
  return [
    ...hooks.map(({ event, script }): Executable => ({ kind: "hook", what: `${script} on ${event}` })),
    ...commands.map(({ family, module }): Executable => ({ kind: "command", what: `${module} as command ${family}` })),
    ...serversIn(mcpServers).map((server): Executable => ({ kind: "mcp", what: describeServer(server) })),
    ...(reviewer === undefined ? [] : [{ kind: "reviewer" as const, what: `reviewer ${reviewer.slug}` }]),
    ...(taskContentResolver === undefined
      ? []
      : [{ kind: "resolver" as const, what: `tracker ${taskContentResolver.trackerPrefix}` }]),
    ...gates.flatMap(({ point, check }) =>
      commandsIn(check.predicate).map((line): Executable => ({ kind: "gate", what: `\`${line}\` at ${point}` })),
    ),
    ...steps.flatMap(({ point, ref }): Executable[] => {
      if (ref.command === undefined || builtInFamilies.has(ref.command.split(" ")[0] ?? "")) return [];
      return [{ kind: "step", what: `command ${ref.command} at ${point}` }];
    }),
  ];
}

function describeServer([name, { command, args, url }]: readonly [string, JsonObject]): string {
  const words = [command, ...(Array.isArray(args) ? args : []), url].filter((word) => typeof word === "string");
  return [`MCP server ${name}`, ...(words.length > 0 ? [words.join(" ")] : [])].join(": ");
}

function commandsIn(predicate: Json | undefined): readonly string[] {
  if (!isJsonObject(predicate)) return [];
  const own = [predicate.command, predicate.commandKey && `the command in ${predicate.commandKey}`];
  const parts = Array.isArray(predicate.predicates) ? predicate.predicates : [];
  return [
    ...(predicate.kind === "command-exit-zero" ? own.filter((line): line is string => typeof line === "string") : []),
    ...parts.flatMap(commandsIn),
  ];
}

/** What a person agreed to, in a form that two machines can compare. Lists are sorted, so their order means nothing. */
export function disclosureSignature(manifest: CapabilityManifest): string {
  const { hooks, commands, mcpServers } = manifest;
  const sorted = (list: readonly (readonly unknown[])[]) => list.map((item) => JSON.stringify(item)).sort(compareBytes);
  const parts = [
    sorted(hooks.map(({ event, script }) => ["hook", event, script])),
    sorted(commands.map(({ family, module, router }) => ["mod", family, module, router])),
    sorted(serversIn(mcpServers).map(([name, server]) => serverTuple(name, server))),
  ];
  const others = executablesOf({ ...manifest, hooks: [], commands: [], mcpServers: undefined as never });
  return JSON.stringify(others.length === 0 ? parts : [...parts, sorted(others.map(({ kind, what }) => [kind, what]))]);
}

function serverTuple(name: string, server: JsonObject): readonly unknown[] {
  const { transport, type, command, args, url, headers, env, cwd } = server;
  const raw = JSON.stringify(sortKeys(server));
  const values = [transport ?? type, command, args, url, headers, env, cwd].map((value) => sortKeys(value ?? null));
  return ["mcp", name, ...values, raw];
}

/** What a manifest declares under `mcpServers`, by name. */
export function serversIn(value: Json | undefined): readonly (readonly [string, JsonObject])[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, server]) => [name, isJsonObject(server) ? server : {}] as const);
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareBytes(a, b));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item ?? null)]));
}
