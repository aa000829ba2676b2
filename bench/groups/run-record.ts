import type { Bench, Group, Job } from "../bench.ts";

/**
 * What a line of the run record costs, beside a process that does nothing: a telemetry that starts scripts pays for
 * three of them with each call.
 */
export const runRecord: Group = {
  rows: ["record", "script"],
  share: 5,
  rounds: 4,
  jobs: async (bench) => [
    ...(bench.wants("record") ? await records(bench) : []),
    ...(bench.wants("script") ? scripts(bench) : []),
  ],
};

async function records(bench: Bench): Promise<readonly Job[]> {
  const directory = bench.fixtures.project("small", "record");
  const content = await bench.fixtures.content();
  const ours = bench.having("library").filter(({ who }) => who === "ours");
  return ours.map(({ who, runtime, library }) => ({
    who,
    async run() {
      const samples = await bench.probe(runtime, "run-record", { library, content, directory, budgetMs: 100 });
      bench.readings.add("record", who, samples.record ?? []);
    },
  }));
}

function scripts(bench: Bench): readonly Job[] {
  const runtimes = bench.having("cli").filter(({ who }) => who !== "ours");
  return runtimes.map(({ who, runtime }) => ({
    who,
    repeat: 3,
    async run() {
      const run = await bench.run([runtime, "-e", "0"], bench.sandbox.root);
      bench.readings.add("script", who, [run.ms], [run.cpuMs]);
    },
  }));
}
