import type { JsonObject } from "../../engine/json.ts";
import { type EngineJob, loadEngine } from "./load-engine.ts";
import { readJob, report } from "./probe.ts";
import { sample } from "./sample.ts";

const job = readJob<
  EngineJob & {
    readonly command: readonly [family: string, subcommand: string, args: JsonObject];
    /** Milliseconds to spend on the warm calls; 0 leaves them out. */
    readonly budgetMs: number;
  }
>();

const began = performance.now();
const engine = await loadEngine(job);
const cpuBefore = process.cpuUsage();
const loaded = performance.now();
await answer();
const answered = performance.now();
const cpu = process.cpuUsage(cpuBefore);

report({
  cold: [answered - began],
  first: [answered - loaded],
  firstCpu: [(cpu.user + cpu.system) / 1000],
  warm: job.budgetMs > 0 ? await sample(answer, job.budgetMs) : [],
});

async function answer(): Promise<void> {
  const result = await engine.run(...job.command, { audience: "person" });
  if (!result.ok) throw new Error(`${job.command.slice(0, 2).join(" ")}: ${result.message}`);
}
