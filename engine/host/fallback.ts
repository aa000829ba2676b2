import type { InterfacePoint, Level } from "./vocabulary.ts";

/** What the engine does at an interface point, for each level it may find there. */
export const FALLBACK: Readonly<Record<InterfacePoint, Readonly<Record<Level, string>>>> = {
  command: {
    full: "every command is a slash command of the host",
    degraded: "commands are namespaced or palette entries and ask for their arguments",
    absent: "commands are written as instructions with a skills menu; over MCP the command tool remains",
  },
  dispatch: {
    full: "waves run as nested or background sub-agents",
    degraded: "waves run inline, with one level of sub-agents",
    absent: "one agent plays every role in turn; a child conversation of the host may stand in",
  },
  model: {
    full: "the engine picks and calls a model for each tier",
    degraded: "the tier becomes the agent's model field or an instruction",
    absent: "models are not routed by tier",
  },
  hooks: {
    full: "the engine listens to the host's events",
    degraded: "the engine raises its own events while commands run",
    absent: "lifecycle rules are instructions; gates are evaluated inside commands only",
  },
  state: {
    full: "files under .planning/ are read and written directly",
    degraded: "state goes through the storage that the host offers",
    absent: "state is replayed from the log; writes are refused until a backend is bound",
  },
  artifact: {
    full: "commands, agents and skills are the host's own",
    degraded: "artifacts are reachable by menu or by mention",
    absent: "artifacts are palette entries and a chat participant; skills become callable tools",
  },
};
