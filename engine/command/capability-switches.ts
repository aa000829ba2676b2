import * as z from "zod/mini";
import type { CapabilityManifest } from "../capability/manifest.ts";
import type { Json } from "../json.ts";
import { type ActivationState, activationOf } from "../loop/capability-states.ts";
import { changeSettings } from "../loop/change-settings.ts";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";
import { fits } from "../loop/settings.ts";
import { type CommandRow, row } from "./row.ts";

const named = () => z.object({ id: z.string() });

export const capabilitySwitchCommands: readonly CommandRow[] = [
  row({
    family: "capability",
    name: "set",
    summary: "Switch a capability on or off, or one of its settings: `--gate <key>=<value>`.",
    audience: "person",
    positionals: ["id"],
    isApart: true,
    switches: ["on", "off"],
    input: () =>
      z.object({
        id: z.string(),
        on: z.optional(z.boolean()),
        off: z.optional(z.boolean()),
        gate: z.optional(z.string()),
      }),
    run: (context, input) => change(context, input),
  }),
  row({
    family: "capability",
    name: "enable",
    summary: "Let a capability take part in this project again.",
    audience: "person",
    positionals: ["id"],
    isApart: true,
    input: named,
    run: (context, input) => change(context, { id: input.id, on: true }),
  }),
  row({
    family: "capability",
    name: "disable",
    summary: "Leave a capability out of this project, its gates too.",
    audience: "person",
    positionals: ["id"],
    isApart: true,
    input: named,
    run: (context, input) => change(context, { id: input.id, off: true }),
  }),
];

interface Wish {
  readonly id: string;
  readonly on?: boolean | undefined;
  readonly off?: boolean | undefined;
  readonly gate?: string | undefined;
}

type Change = readonly [key: string, value: Json | undefined];

async function change(context: ProjectContext, wish: Wish): Promise<Outcome> {
  const { capabilities } = context.registry;
  const manifest = Object.hasOwn(capabilities, wish.id) ? capabilities[wish.id] : undefined;
  if (manifest === undefined) return failed([`There is no capability ${wish.id}`]);
  const gate = wish.gate === undefined ? null : readAssignment(wish.gate, manifest);
  const errors = [
    ...(typeof gate === "string" ? [gate] : []),
    ...(wish.on && wish.off ? ["It cannot be switched on and off at once"] : []),
    ...(gate === null && !wish.on && !wish.off ? ["Nothing to change was named"] : []),
  ];
  if (errors.length > 0) return failed(errors);
  const changes = [
    ...(wish.on || wish.off ? [switched(context, wish.id, wish.off === true)] : []),
    ...(gate !== null && typeof gate !== "string" ? [gate] : []),
  ];
  const problem = await changeSettings(context, changes);
  if (problem !== null) return failed([problem]);
  const state: ActivationState = activationOf(context, wish.id);
  const warnings = wish.on && !state.active ? [`${wish.id} stays inactive: ${state.because}`] : [];
  const data = { capabilities: [{ ...state }], warnings, errors: [] };
  return { ok: true, data, text: `${wish.id} is ${state.active ? "active" : "inactive"}.` };
}

function switched(context: ProjectContext, id: string, off: boolean): Change {
  const others = context.setting("disabled_capabilities").filter((other) => other !== id);
  return ["loopwright.disabled_capabilities", off ? [...others, id].sort() : others];
}

/** `key=value`, or what is wrong with it. */
function readAssignment(text: string, { id, config }: CapabilityManifest): Change | string {
  const [key = "", ...rest] = text.split("=");
  const written = rest.join("=");
  const slice = Object.hasOwn(config, key) ? config[key] : undefined;
  if (slice === undefined) return `${key} is no setting of ${id}`;
  const isPlain = slice.type === "boolean" || slice.type === "number";
  const value: Json = isPlain ? parsed(written) : written;
  return fits(value, slice) ? [key, value] : `${key} takes a ${slice.type}`;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: a text, which then does not fit.
    return text;
  }
}

function failed(errors: readonly string[]): Outcome {
  return {
    ok: false,
    reason: "usage",
    message: errors.join("; "),
    remedy: "`capability show <id>` lists what can be set.",
    data: { capabilities: [], warnings: [], errors },
  };
}
