import * as z from "zod/mini";
import { readConsents, revokeConsent } from "../capability/consent.ts";
import { type InstallPlace, type InstallVerdict, installCapability } from "../capability/install.ts";
import { entryOf, readLedger } from "../capability/ledger.ts";
import { CAPABILITY_ID } from "../capability/manifest.ts";
import type { Scope } from "../capability/registry.ts";
import { removeCapability } from "../capability/remove.ts";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";
import type { Caller } from "../port.ts";
import { type CommandRow, row } from "./row.ts";

const scopeInput = () => z._default(z.enum(["global", "project"]), "global");
const secondsInput = () => z._default(z.coerce.number().check(z.positive(), z.maximum(3600)), 120);
const id = () => z.string().check(z.regex(CAPABILITY_ID));

export const capabilityLifecycleCommands: readonly CommandRow[] = [
  row({
    family: "capability",
    name: "install",
    summary: "Copy a capability in, from a folder, a tar archive or an npm package. Nothing of it is run.",
    audience: "person",
    positionals: ["spec"],
    isApart: true,
    switches: ["yes"],
    input: () =>
      z.object({
        spec: z.string(),
        scope: scopeInput(),
        yes: z._default(z.boolean(), false),
        timeout: secondsInput(),
      }),
    run: (context, input, caller) => install(context, input, caller),
  }),
  row({
    family: "capability",
    name: "update",
    summary: "Install a capability again from where it came from, or from another source.",
    audience: "person",
    positionals: ["id", "spec"],
    isApart: true,
    switches: ["yes"],
    input: () =>
      z.object({
        id: id(),
        spec: z.optional(z.string()),
        scope: scopeInput(),
        yes: z._default(z.boolean(), false),
        timeout: secondsInput(),
      }),
    run: (context, input, caller) => {
      const base = baseOf(context, input.scope);
      const spec = input.spec ?? entryOf(readLedger(base), input.id)?.source;
      if (spec === undefined) return notInstalled(input.id, input.scope);
      return install(context, { ...input, spec, expectId: input.id }, caller);
    },
  }),
  row({
    family: "capability",
    name: "remove",
    summary: "Take an installed capability away, with its consent.",
    audience: "person",
    positionals: ["id"],
    isApart: true,
    input: () => z.object({ id: id(), scope: z.optional(z.enum(["global", "project"])) }),
    run: async (context, input) => {
      const { root, homes, now } = context;
      const scopes = input.scope ? [input.scope] : (["project", "global"] as const);
      const damage = scopes.map((scope) => readLedger(baseOf(context, scope))).find(({ kind }) => kind === "corrupt");
      if (damage?.kind === "corrupt") return damaged(damage.reason);
      const removed: Scope[] = [];
      for (const scope of scopes) {
        if (await removeCapability(baseOf(context, scope), input.id, now)) removed.push(scope);
        if (scope === "project") await revokeConsent(homes.decisions, root, input.id, now);
      }
      if (removed.length === 0) return notInstalled(input.id, input.scope ?? "global");
      return {
        ok: true,
        data: { status: "removed", id: input.id, scope: removed[0], scopes: removed },
        text: `${input.id} is removed.`,
      };
    },
  }),
  row({
    family: "capability",
    name: "trust",
    summary: "`trust list` shows the project capabilities you agreed to; `trust revoke <id>` takes it back.",
    audience: "person",
    positionals: ["action", "id"],
    isApart: true,
    input: () => z.object({ action: z.enum(["list", "revoke"]), id: z.optional(id()) }),
    run: (context, input) => (input.action === "list" ? listTrust(context) : revokeTrust(context, input.id ?? "")),
  }),
];

interface InstallInput {
  readonly spec: string;
  readonly scope: Scope;
  readonly yes: boolean;
  /** Seconds */
  readonly timeout: number;
  readonly expectId?: string;
}

async function install(context: ProjectContext, input: InstallInput, caller: Caller): Promise<Outcome> {
  const { spec, scope, yes, timeout, expectId } = input;
  const isBlind =
    yes && scope === "project" && caller.terminal !== true && !context.setting("install.yes_without_terminal");
  const place = installPlace(context);
  const timeoutMs = timeout * 1000;
  const request = { spec, scope, agreed: yes && !isBlind, timeoutMs, ...(expectId !== undefined && { expectId }) };
  const verdict = await installCapability(request, place);
  if (!isBlind || verdict.status !== "aborted") return outcomeOf(verdict);
  return {
    ok: false,
    reason: "not_allowed",
    message: "--yes is not taken for a project's capability where no person can read what it agrees to",
    remedy: "Run it in a terminal, or set `install.yes_without_terminal` in ~/.gsd/loopwright.json.",
  };
}

export function installPlace(context: ProjectContext): InstallPlace {
  const { root, homes, registry, builtInFamilies, env, now } = context;
  const sourceRules = context.settings().get("capabilities.strict_known_registries");
  return { root, homes, registry, builtInFamilies, env, now, sourceRules };
}

function outcomeOf(verdict: InstallVerdict): Outcome {
  const data = { ...verdict } as unknown as Json;
  switch (verdict.status) {
    case "installed":
      return {
        ok: true,
        data,
        text: [`${verdict.id} ${verdict.version} is installed.`, ...verdict.disclosure].join("\n"),
      };
    case "aborted":
      return {
        ok: false,
        reason: "consent_needed",
        message: `${verdict.id} would be able to run: ${verdict.disclosure.join("; ")}`,
        remedy: "Look at it, and install it with --yes if you agree.",
        data,
      };
    case "blocked":
      return {
        ok: false,
        reason: "sdk_fail_fast",
        message: verdict.problems.join("; "),
        remedy: "`capability validate <folder>` shows every problem of a capability.",
      };
  }
}

function listTrust({ homes, root }: ProjectContext): Outcome {
  const records = [...readConsents(homes.decisions).values()].filter(({ projectRoot }) => projectRoot === root);
  const lines = records.map((record) => `${record.id}, since ${record.consentedAt}`);
  return { ok: true, data: records, text: lines.join("\n") || "You agreed to no capability of this project." };
}

async function revokeTrust({ homes, root, now }: ProjectContext, capability: string): Promise<Outcome> {
  if (!(await revokeConsent(homes.decisions, root, capability, now))) return notInstalled(capability, "project");
  return { ok: true, data: { revoked: capability }, text: `${capability} takes no part any more.` };
}

function baseOf({ homes, root }: ProjectContext, scope: Scope): string {
  return scope === "global" ? homes.overlays : root;
}

function damaged(reason: string): Outcome {
  const remedy = "Repair .gsd-capabilities.json, or delete it and install again what you need.";
  return { ok: false, reason: "sdk_fail_fast", message: `The ledger is damaged: ${reason}`, remedy };
}

function notInstalled(capability: string, scope: Scope): Outcome {
  return {
    ok: false,
    reason: "usage",
    message: `${capability} is not installed in ${scope} scope`,
    remedy: "`capability list` shows what is.",
  };
}
