import type { Bench, Group } from "./bench.ts";

/**
 * Measures group after group. Within a group the jobs take turns, so that all see the same load; the first round is
 * always whole, later ones end with the group's share of the time that is left.
 */
export async function runGroups(bench: Bench, groups: readonly Group[], budgetMs: number): Promise<void> {
  const end = performance.now() + budgetMs;
  const wanted = groups.filter(({ rows }) => rows.some((row) => bench.wants(row)));
  for (const [index, group] of wanted.entries()) {
    const shares = wanted.slice(index).reduce((sum, { share }) => sum + share, 0);
    const left = end - performance.now();
    if (left < (group.needs ?? 0) * 1000) {
      bench.note(`not measured, the time is used up: ${group.rows.join(", ")}`);
      continue;
    }
    await runGroup(bench, group, performance.now() + (left * group.share) / shares);
  }
}

async function runGroup(bench: Bench, group: Group, end: number): Promise<void> {
  let jobs = await group.jobs(bench);
  for (let round = 1; round <= group.rounds && (round === 1 || performance.now() < end); round++) {
    for (const job of jobs) {
      if (round > 1 && performance.now() > end) return;
      if (round > (job.rounds ?? group.rounds)) continue;
      try {
        for (let time = 0; time < (job.repeat ?? 1); time++) await job.run();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        bench.note(`${job.who} could not be measured (${group.rows.join(", ")}): ${message}`);
        jobs = jobs.filter((other) => other !== job);
      }
    }
  }
}
