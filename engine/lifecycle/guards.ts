import type { BlockingGuard, GuardName } from "./settings.ts";

export type Rung = "native" | "emulated" | "missing";

/** How a guard does its work in a host, and why it is not more. */
export interface Means {
  readonly rung: Rung;
  readonly reason: string;
}

/** A guard's means by host; where it can refuse, its means for that as well. */
export type LifecycleGuard = {
  readonly guard: string;
  readonly hosts: Readonly<Record<string, Means>>;
} & (
  | { readonly setting: GuardName; readonly blocking?: undefined }
  | { readonly setting: BlockingGuard; readonly blocking: Readonly<Record<string, Means>> }
);

const native = (reason: string): Means => ({ rung: "native", reason });
const emulated = (reason: string): Means => ({ rung: "emulated", reason });
const missing = (reason: string): Means => ({ rung: "missing", reason });
const everywhere = (means: Means) => ({ opencode: means, pi: means });

const AT_TURN_END = everywhere(native("the turn's end is told"));
const TEXT_LATER = emulated("the host cannot refuse to stop; the text is there at the next turn");
const NO_WORKERS = missing("the host has no sub-agents");

/** The guards of the lifecycle, and what each host makes of them. */
export const LIFECYCLE_GUARDS: readonly LifecycleGuard[] = [
  {
    guard: "lifecycle gate",
    setting: "lifecycle_gate",
    hosts: everywhere(emulated("nothing is refused; the correction goes with the prompt")),
    blocking: {
      opencode: emulated("the host shows a refused prompt as an opaque error; a notice says why"),
      pi: native("the input event can be handled"),
    },
  },
  { guard: "close gate", setting: "lifecycle_gate", hosts: everywhere(TEXT_LATER) },
  { guard: "lean-lead guard", setting: "lean_lead", hosts: { opencode: TEXT_LATER, pi: NO_WORKERS } },
  { guard: "skill nudge", setting: "skill_nudge", hosts: everywhere(native("the text goes with the prompt")) },
  {
    guard: "receipts lint",
    setting: "handoff_lint",
    hosts: everywhere(native("the text goes with the next request")),
    blocking: {
      opencode: emulated("the file is written; the reason is added to the result"),
      pi: emulated("the file is written; the result becomes an error"),
    },
  },
  { guard: "reflection", setting: "reflection", hosts: { ...AT_TURN_END, pi: NO_WORKERS } },
  { guard: "learning backstop", setting: "learning", hosts: AT_TURN_END },
  {
    guard: "team checks",
    setting: "agent_team",
    hosts: { opencode: emulated("there is no shared task queue; the task call stands for it"), pi: NO_WORKERS },
    blocking: { opencode: emulated("there is no shared task queue; the task call is refused"), pi: NO_WORKERS },
  },
];
