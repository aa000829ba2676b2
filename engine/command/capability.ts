import { resolve } from "node:path";
import * as z from "zod/mini";
import { executablesOf } from "../capability/executable-surface.ts";
import { judgeBundle } from "../capability/judge-bundle.ts";
import { listCapabilities } from "../capability/list.ts";
import type { CapabilityManifest } from "../capability/manifest.ts";
import type { Json } from "../json.ts";
import { activationOf, describeState } from "../loop/capability-states.ts";
import type { ProjectContext } from "../loop/context.ts";
import { describeServer, type McpServers, mcpServersOf } from "../loop/mcp-servers.ts";
import type { Outcome } from "../loop/outcome.ts";
import { scriptKey } from "../run/state.ts";
import { type CommandRow, row } from "./row.ts";

export const capabilityCommands: readonly CommandRow[] = [
  row({
    family: "capability",
    name: "list",
    summary: "Every capability that is shipped, installed or found, and whether it takes part.",
    audience: "both",
    positionals: [],
    isApart: true,
    switches: ["installed"],
    input: () => z.object({ scope: z.optional(z.enum(["global", "project"])), installed: z.optional(z.boolean()) }),
    run: (context, input) => {
      const list = listCapabilities(context).filter(
        (item) =>
          (input.scope === undefined || item.scope === input.scope) &&
          (!input.installed || item.source === "first-party" || item.recorded),
      );
      const servers = mcpServersOf(context).offered;
      const rows = list.map((item) => ({ ...item, ...serversOf(item.id, servers) }));
      const lines = rows.flatMap(({ id, status, title, reason, mcpServers = [] }) => [
        `${id}: ${status}, ${title}${reason === undefined ? "" : ` (${reason})`}`,
        ...mcpServers.map((name) => `  MCP server ${name}`),
      ]);
      return { ok: true, data: rows as unknown as Json, text: lines.join("\n") };
    },
  }),
  row({
    family: "capability",
    name: "state",
    summary: "For each capability: whether it is installed, shown, switched on, and which of its hooks take part.",
    audience: "both",
    positionals: [],
    isApart: true,
    input: () => z.object({ configDir: z.optional(z.string()), runtime: z.optional(z.string()) }),
    run: (context, input) => {
      const states = describeState(context, input);
      const lines = states.capabilities.map(({ id, active, hooks }) => {
        const points = hooks.filter((hook) => hook.active).map(({ point, kind }) => `${kind} at ${point}`);
        return `${id}: ${active ? "active" : "inactive"}${points.length > 0 ? `, ${points.join(", ")}` : ""}`;
      });
      return { ok: true, data: states as unknown as Json, text: lines.join("\n") };
    },
  }),
  row({
    family: "capability",
    name: "servers",
    summary: "The MCP servers of installed capabilities: those that a host is offered, and why others are not.",
    audience: "both",
    positionals: [],
    isApart: true,
    input: () => z.object({}),
    run: (context) => {
      const servers = mcpServersOf(context);
      return {
        ok: true,
        data: servers as unknown as Json,
        text: serverLines(servers).join("\n") || "No installed capability has an MCP server.",
      };
    },
  }),
  row({
    family: "capability",
    name: "show",
    summary: "One capability: its settings, its hooks, what it could run, and why it does or does not take part.",
    audience: "both",
    positionals: ["id"],
    isApart: true,
    input: () => z.object({ id: z.string() }),
    run: (context, input) => show(context, input.id),
  }),
  row({
    family: "capability",
    name: "validate",
    summary: "Every problem of a capability's folder, each with its code and path.",
    audience: "both",
    positionals: ["folder"],
    isApart: true,
    input: () => z.object({ folder: z.string() }),
    run: (context, input) => {
      const { builtInFamilies, homes, registry, root } = context;
      const judged = judgeBundle(resolve(root, input.folder), registry, {
        builtInFamilies,
        configHome: homes.hostConfig,
      });
      const issues = judged.ok ? judged.warnings : judged.issues;
      const lines = issues.map(({ code, path, message }) => `${code} ${path} ${message}`);
      const data = { valid: judged.ok, issues: issues.map((issue) => ({ ...issue })) };
      if (judged.ok) return { ok: true, data, text: [`${judged.manifest.id} is valid.`, ...lines].join("\n") };
      return { ok: false, reason: "invalid", message: lines.join("; "), remedy: "Correct each of them.", data };
    },
  }),
  row({
    family: "capability",
    name: "doctor",
    summary: "What is wrong with installed capabilities, and what to do about it.",
    audience: "both",
    positionals: [],
    isApart: true,
    input: () => z.object({}),
    run: examine,
  }),
];

function show(context: ProjectContext, id: string): Outcome {
  const row = listCapabilities(context).find((item) => item.id === id);
  if (row === undefined) {
    const remedy = "`capability list` names them.";
    return { ok: false, reason: "not_installed", message: `There is no capability ${id}`, remedy };
  }
  const manifest: CapabilityManifest | undefined = context.registry.capabilities[id];
  if (manifest === undefined) return { ok: true, data: { ...row }, text: `${id}: ${row.reason ?? row.status}` };
  const settings = context.settings();
  const config = Object.entries(manifest.config).map(([key, slice]) => ({
    key,
    value: settings.get(key) ?? null,
    default: slice.default,
    description: slice.description,
  }));
  const state = activationOf(context, id);
  const runs = executablesOf(manifest, context.builtInFamilies).map(({ kind, what }) => `${kind}: ${what}`);
  const text = [
    `${manifest.title} (${id} ${manifest.version}): ${state.active ? "active" : `inactive, ${state.because}`}`,
    manifest.description,
    ...config.map(({ key, value, description }) => `${key} = ${JSON.stringify(value)}  ${description}`),
    ...runs.map((line) => `can run ${line}`),
  ].join("\n");
  return { ok: true, data: { ...row, ...state, config, runs }, text };
}

function examine(context: ProjectContext): Outcome {
  const report = context.registry._overlay;
  const problems = (report?.warnings ?? []).map(({ id, scope, kind, reason }) => ({
    id,
    scope,
    kind: kind ?? "skipped",
    reason,
    remedy: REMEDIES[kind ?? "skipped"].replaceAll("<id>", id),
  }));
  const notices = (report?.diagnostics ?? []).map((notice) => ({ ...notice }));
  const shut = (report?.blockedGates ?? []).map(({ capId, point }) => ({ capId, point }));
  const scripts = scriptsOf(context);
  const servers = mcpServersOf(context);
  const text = [
    ...problems.map(({ id, scope, reason, remedy }) => `${id} (${scope}): ${reason}. ${remedy}`),
    ...notices.map(({ id, path, message }) => `${id}: ${path} ${message}`),
    ...scripts.map(
      ({ id, event, script, cost }) =>
        `${id} starts a process for ${script} on every ${event}${cost === null ? "" : `, ${costLine(cost)}`}`,
    ),
    ...serverLines(servers),
  ];
  return {
    ok: true,
    data: { problems, notices, shut, scripts, servers: servers as unknown as Json },
    text: text.join("\n") || "Nothing is wrong with capabilities.",
  };
}

function serversOf(id: string, offered: McpServers["offered"]): { readonly mcpServers?: readonly string[] } {
  const names = offered.filter(({ capability }) => capability === id).map(({ name }) => name);
  return names.length > 0 ? { mcpServers: names } : {};
}

function serverLines({ offered, refused }: McpServers): readonly string[] {
  return [
    ...offered.map((server) => `${server.capability} offers ${describeServer(server)}`),
    ...refused.map(({ capability, name, reason }) => `${capability}'s MCP server ${name} is not offered: ${reason}.`),
  ];
}

/** The scripts that may run here, each with what it has cost in the last run. */
function scriptsOf({ registry, runs }: ProjectContext) {
  const costs = runs.last()?.state().scripts;
  return Object.keys(registry._overlay?.scriptRoots ?? {}).flatMap((id) =>
    (registry.capabilities[id]?.hooks ?? []).map(({ event, script }) => {
      const cost = costs?.get(scriptKey(id, event, script));
      const measured = cost && { runs: cost.runs, last_ms: cost.lastMs, worst_ms: cost.worstMs };
      return { id, event, script, cost: measured ?? null };
    }),
  );
}

function costLine(cost: { readonly runs: number; readonly last_ms: number; readonly worst_ms: number }): string {
  return `${cost.runs} time(s) in the last run, last ${cost.last_ms} ms, worst ${cost.worst_ms} ms`;
}

const REMEDIES = {
  unconsented: "`capability install .gsd/capabilities/<id> --scope project` shows what it can do and asks you.",
  pending: "`capability remove <id>`, then install it again.",
  skipped: "`capability validate .gsd/capabilities/<id>` shows every problem; `capability remove <id>` takes it away.",
} as const;
