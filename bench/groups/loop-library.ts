import type { Bench, Group } from "../bench.ts";

const OVERLAYS = 200;

export const loopLibrary: Group = {
  rows: ["loop.cold", "loop.warm"],
  share: 8,
  rounds: 8,
  jobs: async (bench) => libraryJobs(bench, "loop"),
};

/** The same with many installed capabilities, and as a process. */
export const overlays: Group = {
  rows: ["overlays.cold", "overlays.warm", "overlays.cli"],
  share: 10,
  rounds: 4,
  jobs: async (bench) => {
    const env = { GSD_HOME: bench.fixtures.homeWithOverlays(OVERLAYS) };
    const directory = bench.fixtures.project("small", "overlays");
    const cli = bench.having("cli").map(({ who, runtime, cli }) => ({
      who,
      async run() {
        const run = await bench.run([runtime, cli, "loop", "render-hooks", "plan:pre", "--raw"], directory, env);
        bench.readings.add("overlays.cli", who, [run.ms], [run.cpuMs]);
      },
    }));
    return [...(await libraryJobs(bench, "overlays", env)), ...(bench.wants("overlays.cli") ? cli : [])];
  },
};

async function libraryJobs(bench: Bench, name: string, env: Readonly<Record<string, string>> = {}) {
  const [cold, warm] = [`${name}.cold`, `${name}.warm`] as const;
  if (!bench.wants(cold) && !bench.wants(warm)) return [];
  const directory = bench.fixtures.project("small", "library");
  const content = await bench.fixtures.content();
  const command = ["loop", "render-hooks", { point: "plan:pre" }];
  return bench.having("library").map(({ who, runtime, library }) => ({
    who,
    async run() {
      const probe = who === "ours" ? "engine-command" : "reference-loop";
      const job = { library, content, directory, command, budgetMs: 150 };
      const samples = await bench.probe(runtime, probe, job, env);
      if (bench.wants(cold)) bench.readings.add(cold, who, samples.cold ?? []);
      if (bench.wants(warm)) bench.readings.add(warm, who, samples.warm ?? []);
    },
  }));
}
