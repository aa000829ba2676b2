import { existsSync } from "node:fs";
import { join } from "node:path";
import { countChildren } from "./children.ts";
import { Conversation } from "./conversation.ts";
import { loadPlugin } from "./host.ts";
import { readJob, report, type Samples } from "./probe.ts";
import { sample } from "./sample.ts";

const job = readJob<{
  readonly plugin: string;
  readonly directory: string;
  readonly rows: readonly string[];
  readonly budgetMs: number;
  /** Ours records calls only while a run is open; a measurement without one would be too kind. */
  readonly needsRun: boolean;
}>();

const children = countChildren();
const hooks = await loadPlugin(job.plugin, job.directory);
await hooks.config?.({});
const conversation = new Conversation(hooks, job.directory);

const began = performance.now();
await conversation.begin();
const samples: Samples = { session: [performance.now() - began] };
if (job.needsRun) await openRun();

for (const row of job.rows) {
  const [group, tool] = row.split(".");
  if (group === "hook" && tool) samples[row] = await sample(() => conversation.call(tool), job.budgetMs);
  if (group === "turn") samples[row] = await turns();
  if (group === "compaction") samples[row] = await sample(() => conversation.compact(), job.budgetMs);
  if (group === "delay") samples[row] = [await delay()];
}
if (job.rows.includes("children") && !samples.children) await turns();
report(samples);

async function openRun(): Promise<void> {
  await conversation.command("gsd-discuss-phase");
  const pointer = join(job.directory, ".planning", "runs", "current-run-id");
  if (!existsSync(pointer)) throw new Error("the step did not begin, so no run is open");
}

/** Also counts the child processes of a turn. */
async function turns(): Promise<readonly number[]> {
  const before = children();
  let made = 0;
  const times = await sample(() => {
    made++;
    return conversation.turn();
  }, job.budgetMs);
  samples.children = [(children() - before) / made];
  return times;
}

/** 95th percentile, in milliseconds, of how late a 1 ms timer fires that was armed before the hooks of a write. */
async function delay(): Promise<number> {
  const late: number[] = [];
  for (let round = 0; round < 60; round++) {
    const due = performance.now() + 1;
    const fired = new Promise<number>((resolve) => setTimeout(() => resolve(performance.now()), 1));
    await conversation.call("write");
    late.push(Math.max(0, (await fired) - due));
  }
  late.sort((a, b) => a - b);
  return late[Math.ceil(late.length * 0.95) - 1] ?? 0;
}
