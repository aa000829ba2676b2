import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { createEngine } from "../../engine/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import { readJob, report } from "./probe.ts";
import { sample } from "./sample.ts";

const job = readJob<{
  readonly library: string;
  readonly content: string;
  readonly directory: string;
  readonly command: readonly [family: string, subcommand: string, args: JsonObject];
  /** Milliseconds to spend on the warm calls; 0 leaves them out. */
  readonly budgetMs: number;
}>();

const began = performance.now();
const engineModule: { createEngine: typeof createEngine } = await import(pathToFileURL(job.library).href);
const engine = engineModule.createEngine({
  root: job.directory,
  home: process.env.GSD_HOME ?? job.directory,
  host: "opencode",
  content: JSON.parse(readFileSync(job.content, "utf8")),
  env: process.env,
});
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
