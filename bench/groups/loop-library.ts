import type { Group } from "../bench.ts";

export const loopLibrary: Group = {
  rows: ["loop.cold", "loop.warm"],
  share: 8,
  rounds: 8,
  jobs: async (bench) => {
    const directory = bench.fixtures.project("small", "library");
    const content = await bench.fixtures.content();
    const command = ["loop", "render-hooks", { point: "plan:pre" }];
    return bench.having("library").map(({ who, runtime, library }) => ({
      who,
      async run() {
        const probe = who === "ours" ? "engine-command" : "reference-loop";
        const { cold, warm } = await bench.probe(runtime, probe, {
          library,
          content,
          directory,
          command,
          budgetMs: 150,
        });
        if (bench.wants("loop.cold")) bench.readings.add("loop.cold", who, cold ?? []);
        if (bench.wants("loop.warm")) bench.readings.add("loop.warm", who, warm ?? []);
      },
    }));
  },
};
