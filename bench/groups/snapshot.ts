import type { Group, Job } from "../bench.ts";

const SIZES = ["small", "large"] as const;

/** `progress` reads everything that the project says about its phases. Only ours answers it in a host's process. */
export const snapshot: Group = {
  rows: SIZES.flatMap((size) => [`snapshot.${size}.cold`, `snapshot.${size}.warm`]),
  share: 6,
  rounds: 5,
  jobs: async (bench) => {
    const content = await bench.fixtures.content();
    const command = ["progress", "show", {}];
    return bench.having("library").flatMap(({ who, runtime, library }) => {
      if (who !== "ours") return [];
      return SIZES.filter((size) => bench.wants(`snapshot.${size}.cold`) || bench.wants(`snapshot.${size}.warm`)).map(
        (size): Job => ({
          who,
          async run() {
            const directory = bench.fixtures.project(size, "library");
            const job = { library, content, directory, command, budgetMs: 100 };
            const { first, warm } = await bench.probe(runtime, "engine-command", job);
            bench.readings.add(`snapshot.${size}.cold`, who, first ?? []);
            bench.readings.add(`snapshot.${size}.warm`, who, warm ?? []);
          },
        }),
      );
    });
  },
};
