import type { Group } from "../bench.ts";

export const pluginStart: Group = {
  rows: ["start", "config", "memory", "first.call", "first.memory"],
  share: 10,
  rounds: 12,
  jobs: async (bench) => {
    const directory = bench.fixtures.project("small", "start");
    return bench.having("plugin").map(({ who, runtime, plugin }) => ({
      who,
      rounds: who === "ours" || who === "gsd-bun" ? 12 : 5,
      async run() {
        const samples = await bench.probe(runtime, "plugin-start", { plugin, directory });
        for (const row of pluginStart.rows) if (bench.wants(row)) bench.readings.add(row, who, samples[row] ?? []);
      },
    }));
  },
};
