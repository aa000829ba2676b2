import type { Content } from "../../bindings/shared/content.ts";

/**
 * What the plugin of the story ships: one command, one capability. The trace shows how events become reactions;
 * what is really shipped changes more often than that.
 */
export const STORY_CONTENT: Content = {
  capabilities: [
    {
      id: "assumptions",
      role: "feature",
      version: "1.0.0",
      title: "Assumptions",
      description: "Has what is taken for granted written down.",
      tier: "core",
      requires: [],
      runtimeCompat: { supported: ["*"], unsupported: [] },
      skills: [],
      agents: [],
      config: {},
      steps: [],
      contributions: [
        {
          point: "discuss:pre",
          into: "orchestrator",
          fragment: { inline: "List what you take for granted." },
          produces: [],
          consumes: [],
          onError: "skip",
        },
      ],
      gates: [],
    },
  ],
  workflows: { discuss: "Talk the phase over and write down what was decided." },
  commands: {
    "gsd-discuss-phase": { description: "Discuss a phase", template: "Discuss the phase.", step: "discuss" },
  },
  agents: {},
  card: "The plan of this project is kept.",
  bootstrap: "The loop of this project is the engine's.",
};
