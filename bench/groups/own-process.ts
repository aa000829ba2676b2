import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Group, Job } from "../bench.ts";
import type { Who } from "../readings.ts";

const PEAK_MEMORY = join(import.meta.dirname, "..", "probes", "report-peak-memory.ts");
const LOOP = ["loop", "render-hooks", "plan:pre", "--raw"];

/** Short commands on the small project, one process per call. */
export const shortCommands: Group = {
  rows: ["cli.loop", "cli.loop.node", "cli.state"],
  share: 12,
  rounds: 8,
  jobs: async (bench) => {
    const directory = bench.fixtures.project("small", "cli");
    const everyone = bench.having("cli");
    const node = everyone.find(({ who }) => who === "gsd-node")?.runtime ?? Bun.which("node");
    const job = (row: string, who: Who, command: readonly string[]): Job => ({
      who,
      ...(who === "ours" && { repeat: 2 }),
      async run() {
        const run = await bench.run(command, directory);
        bench.readings.add(row, who, [run.ms], [run.cpuMs]);
      },
    });
    return everyone.flatMap(({ who, runtime, cli }) => [
      ...(bench.wants("cli.loop") ? [job("cli.loop", who, [runtime, cli, ...LOOP])] : []),
      ...(bench.wants("cli.state") ? [job("cli.state", who, [runtime, cli, "state", "json"])] : []),
      ...(bench.wants("cli.loop.node") && node && who !== "gsd-bun"
        ? [job("cli.loop.node", who, [node, cli, ...LOOP])]
        : []),
    ]);
  },
};

/** Every phase with its plans and its verification, of the large project. */
export const longCommands: Group = {
  rows: ["cli.large", "memory.large"],
  share: 16,
  rounds: 3,
  jobs: async (bench) => wholeProject(bench, "cli.large", bench.fixtures.project("large", "cli")),
};

/** The same with a long history behind it, which makes the reference take ten seconds: one round. */
export const longHistory: Group = {
  rows: ["cli.history"],
  share: 14,
  rounds: 1,
  needs: 14,
  jobs: async (bench) => {
    const directory = bench.fixtures.project("large", "history", 3000);
    const jobs = wholeProject(bench, "cli.history", directory);
    return jobs.filter(({ who }) => who !== "gsd-node");
  },
};

function wholeProject(bench: Bench, row: string, directory: string): readonly Job[] {
  return bench.having("cli").map(({ who, runtime, cli }) => ({
    who,
    async run() {
      const peakFile = bench.sandbox.path(`peak-${who}`);
      const command = who === "ours" ? ["progress", "show"] : ["roadmap", "analyze"];
      const env = { BENCH_PEAK_FILE: peakFile };
      const run = await bench.run([runtime, "--import", PEAK_MEMORY, cli, ...command], directory, env);
      bench.readings.add(row, who, [run.ms], [run.cpuMs]);
      if (row === "cli.large") bench.readings.add("memory.large", who, [Number(readFileSync(peakFile, "utf8"))]);
    },
  }));
}
