import { type HostWords, SAME_EVERYWHERE } from "./host-words.ts";

export const piWords: HostWords = {
  missing: {
    "permission.asked": "the host asks no permission; what has to be asked is asked by extensions",
    "permission.answered": "the host asks no permission; what is answered is our own question, and the story has none",
    "shell.start": "the host has no event at which a command's environment can be set",
    "file.changed": "the host tells of tools, not of files",
    "task.dispatch": "the host has no sub-agents of its own",
    "task.collect": "the host has no sub-agents of its own",
    "worker.stop": "the host has no sub-agents of its own; one that an extension runs is no part of the story",
    wake: "only who sends out workers asks to be woken, and the host has none",
    "turn.closing": "nothing is to be queued before the end: a follow-up sent when the host has settled starts a run",
  },
  missingParts: {
    delegation: "the host has no sub-agents of its own: no call that asks for one, and no session of one",
  },
  differences: [
    ...SAME_EVERYWHERE,
    {
      field: "agent",
      because: "the host has one agent, without a name",
      means: (said) => said === undefined,
    },
  ],
};
