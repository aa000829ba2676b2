import { type HostWords, SAME_EVERYWHERE } from "./host-words.ts";

export const opencodeWords: HostWords = {
  missing: {
    "turn.closing": "the recording is of a server, which lives on; only `opencode run` ends with the turn",
    wake: "the host wakes where it was asked to, which needs a team; the story has none",
  },
  missingParts: {},
  lateUsage: "the host counts the tokens of a model call when the calls of its answer have run",
  differences: [
    ...SAME_EVERYWHERE,
    {
      field: "args",
      of: ["tool.before", "tool.after"],
      because: "the host's own tools take `filePath`",
      means: (said, neutral) => Bun.deepEquals(withPath(said), neutral),
    },
    {
      field: "reason",
      of: ["session.end"],
      because: "the session of the story is deleted, where a session of pi is left",
      means: (said) => said === "deleted",
    },
  ],
};

function withPath(args: unknown): object {
  const { filePath, ...others } = args as { readonly filePath?: string };
  return filePath === undefined ? others : { path: filePath, ...others };
}
