import type { TicketEntry } from "../run/entry.ts";
import type { ActiveGate, ActiveHook } from "./resolve.ts";

/** A hook together with its ticket. Ids are stable: the same hooks give the same ids. */
export interface Ticketed {
  readonly ticket: TicketEntry;
  readonly hook: ActiveHook;
}

export function issueTickets(hooks: readonly ActiveHook[]): readonly Ticketed[] {
  const counts = new Map<string, number>();
  return hooks.map((hook) => {
    const family = `${hook.capId}:${hook.kind}`;
    const count = (counts.get(family) ?? 0) + 1;
    counts.set(family, count);
    const id = count === 1 ? family : `${family}:${count}`;
    return { hook, ticket: { id, kind: hook.kind, capability: hook.capId, label: labelOf(hook) } };
  });
}

function labelOf(hook: ActiveHook): string {
  switch (hook.kind) {
    case "step": {
      const { agent, skill, command } = hook.ref;
      return agent ? `agent ${agent}` : skill ? `skill ${skill}` : `command ${command}`;
    }
    case "contribution":
      return `advice for the ${hook.into}`;
    case "gate":
      return gateLabel(hook.check);
  }
}

function gateLabel({ query, predicate, synthetic }: ActiveGate["check"]): string {
  if (synthetic !== undefined) return "a capability that did not load";
  if (query !== undefined) return query;
  return typeof predicate?.kind === "string" ? predicate.kind : "agent verdict";
}
