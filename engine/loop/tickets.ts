import type { TicketEntry } from "../run/entry.ts";
import type { ActiveGate, ActiveHook, Resolution } from "./resolve.ts";

/** A hook together with its ticket. */
export interface Ticketed {
  readonly ticket: TicketEntry;
  readonly hook: ActiveHook;
}

export function issueTickets({ hooks, tickets }: Resolution): readonly Ticketed[] {
  return hooks.map((hook, index) => {
    const id = tickets[index] ?? "";
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
