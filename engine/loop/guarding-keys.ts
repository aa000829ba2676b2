import type { When } from "../capability/manifest.ts";
import type { Registry } from "../capability/registry.ts";
import { POINTS } from "./points.ts";

/** Settings that decide what is checked, what runs in a shell, or how far the loop goes by itself. */
const GUARDING = [
  /^(?:loopwright|capabilities|security|hooks|agent_skills_security|agent_tools)(?:\.|$)/,
  /^planning\.(?:sub_repos|pr_strict)$/,
  /^git\.(?:allow_default_branch_commits|protected_branches)$/,
  /^workflow\.(?:verifier|plan_check|human_verify_mode|auto_advance|_auto_chain_active|context_guard_mode)$/,
  /^workflow\.(?:.*_(?:command|script|gate)|use_worktrees|worktree_skip_hooks|cross_ai_execution)$/,
  /^mode$/,
] as const;

/** True where changing the key could open a gate or loosen a guard: only a person does that. */
export function isGuardingKey(key: string, registry: Registry): boolean {
  if (GUARDING.some((pattern) => pattern.test(key))) return true;
  return gateKeys(registry).some((own) => own === key || own.startsWith(`${key}.`) || key.startsWith(`${own}.`));
}

/** Every setting that an installed gate depends on, and all settings of the capability it belongs to. */
function gateKeys(registry: Registry): string[] {
  return POINTS.flatMap((point) => registry.byLoopPoint[point].gates).flatMap((gate) => {
    const capability = registry.capabilities[gate.capId];
    const predicate = gate.check.predicate;
    return [
      ...keysIn(gate.when),
      ...(gate.pointFrom === undefined ? [] : [gate.pointFrom]),
      ...(predicate?.kind === "command-exit-zero" && predicate.commandKey !== undefined ? [predicate.commandKey] : []),
      ...(capability?.activationKey === undefined ? [] : [capability.activationKey]),
      ...Object.keys(capability?.config ?? {}),
    ].filter((key) => typeof key === "string");
  });
}

function keysIn(when: When | undefined): string[] {
  if (when === undefined) return [];
  if (typeof when === "string") return [when];
  if ("key" in when) return [when.key];
  if ("not" in when) return keysIn(when.not);
  if ("all" in when) return when.all.flatMap(keysIn);
  return "any" in when ? when.any.flatMap(keysIn) : [];
}
