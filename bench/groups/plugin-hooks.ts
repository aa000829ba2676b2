import type { Bench, Group, Job } from "../bench.ts";

const TOOLS = ["hook.read", "hook.glob", "hook.bash", "hook.edit", "hook.write"];
const BUDGET_MS = 200;

/**
 * The hooks as the host calls them. Everyone has a project of its own, for ours writes a run record into it. The
 * reference is measured on Bun, where its child processes cost it a third less than on Node.
 */
export const pluginHooks: Group = {
  rows: ["session", ...TOOLS, "turn.small", "children", "compaction"],
  share: 28,
  rounds: 3,
  jobs: async (bench) =>
    bench
      .having("plugin")
      .filter(({ who }) => who !== "gsd-node")
      .map((contender) => hooksJob(bench, contender, "small", pluginHooks.rows)),
};

export const pluginHooksOnLarge: Group = {
  rows: ["turn.large", "delay"],
  share: 5,
  rounds: 3,
  jobs: async (bench) =>
    bench
      .having("plugin")
      .filter(({ who }) => who === "ours")
      .map((contender) => hooksJob(bench, contender, "large", pluginHooksOnLarge.rows)),
};

function hooksJob(
  bench: Bench,
  { who, runtime, plugin }: ReturnType<typeof bench.having<"plugin">>[number],
  size: "small" | "large",
  rows: readonly string[],
): Job {
  const directory = bench.fixtures.project(size, `hooks-${who}`);
  const wanted = rows.filter((row) => bench.wants(row));
  return {
    who,
    async run() {
      const job = { plugin, directory, rows: wanted, budgetMs: BUDGET_MS, needsRun: who === "ours" };
      const samples = await bench.probe(runtime, "plugin-hooks", job);
      for (const row of wanted) bench.readings.add(row, who, samples[row] ?? []);
    },
  };
}
