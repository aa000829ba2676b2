import type { GuardName } from "./settings.ts";

type Rung = "native" | "emulated" | "missing";

/** How a guard of the lifecycle does its work in a host (`guild.degradation_receipt.v1`). */
export interface LifecycleReceipt {
  readonly schema_version: "guild.degradation_receipt.v1";
  readonly surface: "hooks";
  readonly guard: string;
  readonly host: string;
  readonly rung: Rung;
  readonly degraded: boolean;
  readonly inferred: boolean;
  readonly reason: string;
}

interface Guard {
  readonly guard: string;
  readonly setting: GuardName;
  readonly hosts: Readonly<Record<string, readonly [rung: Rung, reason: string]>>;
}

const TEXT_LATER = "the host cannot refuse to stop; the text is there at the next turn";

export const LIFECYCLE_GUARDS: readonly Guard[] = [
  {
    guard: "lifecycle gate",
    setting: "lifecycle_gate",
    hosts: {
      opencode: ["emulated", "a refused prompt shows as an opaque error, so the correction goes with the prompt"],
      pi: ["native", "the input event can be handled"],
    },
  },
  {
    guard: "close gate",
    setting: "lifecycle_gate",
    hosts: { opencode: ["emulated", TEXT_LATER], pi: ["emulated", TEXT_LATER] },
  },
  {
    guard: "lean-lead guard",
    setting: "lean_lead",
    hosts: {
      opencode: ["emulated", TEXT_LATER],
      pi: ["missing", "the host has no sub-agents, so no lane is ever open"],
    },
  },
  {
    guard: "skill nudge",
    setting: "skill_nudge",
    hosts: { opencode: ["native", "the text goes with the prompt"], pi: ["native", "the text goes with the prompt"] },
  },
  {
    guard: "receipts lint",
    setting: "handoff_lint",
    hosts: {
      opencode: ["emulated", "the file is written; the reason is added to the result"],
      pi: ["emulated", "the file is written; the result becomes an error"],
    },
  },
  {
    guard: "reflection",
    setting: "reflection",
    hosts: {
      opencode: ["native", "the turn's end is told"],
      pi: ["missing", "the host has no sub-agents, so no worker ever stops"],
    },
  },
  {
    guard: "learning backstop",
    setting: "learning",
    hosts: { opencode: ["native", "the turn's end is told"], pi: ["native", "the turn's end is told"] },
  },
  {
    guard: "team checks",
    setting: "agent_team",
    hosts: {
      opencode: ["emulated", "there is no shared task queue; the task call stands for it"],
      pi: ["missing", "the host has no sub-agents"],
    },
  },
];

/** One receipt per guard for this host. */
export function lifecycleReceipts(host: string): readonly LifecycleReceipt[] {
  return LIFECYCLE_GUARDS.map(({ guard, hosts }) => {
    const [rung, reason] = hosts[host] ?? (["missing", "no events of a host arrive here"] as const);
    const fixed = { schema_version: "guild.degradation_receipt.v1", surface: "hooks" } as const;
    return { ...fixed, guard, host, rung, degraded: rung !== "native", inferred: false, reason };
  });
}
