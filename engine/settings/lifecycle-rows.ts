import { LIFECYCLE_SKILLS } from "../lifecycle/lifecycle-skills.ts";
import { type Place, SHARED, setting } from "./setting.ts";
import { SWITCH, TEXTS } from "./shape.ts";

const ENFORCE = { is: "choice", of: ["advise", "block"] } as const;

const guardSwitch = (says: string) =>
  setting<boolean>({
    takes: SWITCH,
    fallback: ({ isGuildProject }) => isGuildProject,
    fallbackSays: "true in a project with a .guild folder, else false",
    layers: SHARED,
    says,
  });

const enforcement = (says: string) => setting<string>({ takes: ENFORCE, fallback: "advise", layers: SHARED, says });

/** The guards of the lifecycle. Guild's own files may say the same under `defaults`. */
export const LIFECYCLE_ROWS = {
  "lifecycle_gate.enabled": guardSwitch("Tells the lead that works outside the lifecycle, and asks for owed reports."),
  "lifecycle_gate.enforce": enforcement("Whether a prompt outside the lifecycle is refused once, or only answered."),
  "lifecycle_gate.adhoc_activity_threshold": setting<number>({
    takes: { is: "count", from: 0 },
    fallback: 20,
    layers: SHARED,
    says: "How many calls since the last step of the lifecycle are too many.",
  }),
  "lifecycle_gate.skills": setting<readonly string[]>({
    takes: TEXTS,
    fallback: () => [...LIFECYCLE_SKILLS],
    layers: SHARED,
    says: "Skills and commands whose use is work inside the lifecycle.",
  }),
  "lean_lead.enabled": guardSwitch("Tells the lead that edits while lanes are open."),
  "lean_lead.hands_on_edit_threshold": setting<number>({
    takes: { is: "count", from: 0 },
    fallback: 8,
    layers: SHARED,
    says: "How many edits of the lead are too many while lanes are open.",
  }),
  "skill_nudge.enabled": guardSwitch("Says when a prompt speaks of a domain that has no specialist."),
  "skill_nudge.domains": setting<Readonly<Record<string, readonly string[]>>>({
    takes: { is: "map", of: TEXTS },
    fallback: {},
    layers: SHARED,
    says: "Domains without a specialist, each with the words that a prompt about it holds.",
  }),
  "handoff_lint.enabled": setting<boolean>({
    takes: SWITCH,
    fallback: (place) => place.isGuildProject || asksForReceipts(place),
    fallbackSays: "true in a project with a .guild folder or with GUILD_COMMS_FORMAT_ENFORCE=1, else false",
    layers: SHARED,
    says: "Looks at receipts for the block that counts.",
  }),
  "handoff_lint.enforce": setting<string>({
    takes: ENFORCE,
    fallback: "advise",
    layers: SHARED,
    says: "Whether the result of writing a receipt without that block is a refusal.",
    variable: { name: "GUILD_COMMS_FORMAT_ENFORCE", value: (text) => (text === "1" ? "block" : undefined) },
  }),
  "reflection.enabled": guardSwitch("Says when a reflection is due, and writes the run's summary."),
  "learning.enabled": guardSwitch(
    "Writes the learning checkpoints that phases owe, and queues what waits to be learnt.",
  ),
  "agent_team.enabled": setting<boolean>({
    takes: SWITCH,
    fallback: ({ env }) => env.CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS === "1",
    fallbackSays: "true with CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS=1, else false",
    layers: SHARED,
    says: "Checks the tasks of a team, and looks after its workers.",
  }),
  "agent_team.enforce": enforcement("Whether a task without owner, contract or planned dependency is refused."),
  heartbeat_timeout_ms: setting<number | null>({
    takes: { is: "count", from: 1 },
    fallback: null,
    fallbackSays: "3, 10 or 20 minutes by the worker's tier",
    layers: SHARED,
    says: "How long a worker may be silent, in milliseconds.",
  }),
  "resume.enabled": setting<boolean>({
    takes: SWITCH,
    fallback: true,
    layers: SHARED,
    says: "A dead lane leaves a file behind that says what taking it up again needs.",
  }),
  "resume.max_attempts": setting<number>({
    takes: { is: "count", from: 1 },
    fallback: 3,
    layers: SHARED,
    says: "At which failure a lane is dead.",
  }),
};

function asksForReceipts({ env }: Place): boolean {
  return env.GUILD_COMMS_FORMAT_ENFORCE === "1";
}
