import { loadPlugin } from "./host.ts";
import { readJob, report } from "./probe.ts";

const MEGABYTE = 1e6;

const job = readJob<{ readonly plugin: string; readonly directory: string }>();

const memoryBefore = process.memoryUsage.rss();
const began = performance.now();
const hooks = await loadPlugin(job.plugin, job.directory);
const started = performance.now();
await hooks.config?.({});
const configured = performance.now();

const memory = megabytesSince(memoryBefore);
await hooks["tool.execute.before"]?.(
  { tool: "read", sessionID: "ses_bench", callID: "call_1" },
  { args: { filePath: `${job.directory}/src/a.ts` } },
);

report({
  start: [started - began],
  config: [configured - started],
  memory: [memory],
  "first.call": [performance.now() - began],
  "first.memory": [megabytesSince(memoryBefore)],
});

function megabytesSince(before: number): number {
  return (process.memoryUsage.rss() - before) / MEGABYTE;
}
