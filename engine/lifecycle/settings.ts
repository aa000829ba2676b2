import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";

/** The guards of the lifecycle, by the sections of the settings that they have. */
export const GUARD_NAMES = [
  "lifecycle_gate",
  "lean_lead",
  "skill_nudge",
  "handoff_lint",
  "reflection",
  "learning",
  "agent_team",
] as const;

export type GuardName = (typeof GUARD_NAMES)[number];

/**
 * Whether a guard is at work here: by the project's word, else where the project is a Guild project, or where the
 * environment asks for what it does. The checks of a team, which handle tasks of their own, are on by word only.
 */
export function isOn(name: GuardName, context: ProjectContext): boolean {
  const word = setting(name, "enabled", context);
  if (typeof word === "boolean") return word;
  if (name === "agent_team") return context.env.CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS === "1";
  return context.runs.isGuildProject || (name === "handoff_lint" && isEnforced(context));
}

/** Whether a guard refuses; else it advises. */
export function isBlocking(name: GuardName, context: ProjectContext): boolean {
  return setting(name, "enforce", context) === "block" || (name === "handoff_lint" && isEnforced(context));
}

function isEnforced({ env }: ProjectContext): boolean {
  return env.GUILD_COMMS_FORMAT_ENFORCE === "1";
}

export function setting(name: GuardName, key: string, context: ProjectContext): Json | undefined {
  return context.guildSetting(`defaults.${name}.${key}`);
}

export function numberSetting(name: GuardName, key: string, fallback: number, context: ProjectContext): number {
  const value = setting(name, key, context);
  return typeof value === "number" ? value : fallback;
}
