const GUILD = [
  "brainstorm",
  "ideate",
  "team-compose",
  "plan",
  "context-assemble",
  "execute-plan",
  "build",
  "review",
  "verify-done",
  "qa",
  "guild-quality",
  "ops",
  "guild-operations",
  "reflect",
  "resume",
];
const LOOP = [
  "gsd-new-project",
  "gsd-discuss-phase",
  "gsd-plan-phase",
  "gsd-execute-phase",
  "gsd-verify-work",
  "gsd-ship",
  "gsd-quick",
];

/** Skills and commands whose use is work inside the lifecycle. */
export const LIFECYCLE_SKILLS: ReadonlySet<string> = new Set([...GUILD.map((name) => `guild:${name}`), ...LOOP]);
