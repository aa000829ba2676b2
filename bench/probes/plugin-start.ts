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

report({
  start: [started - began],
  config: [configured - started],
  memory: [(process.memoryUsage.rss() - memoryBefore) / MEGABYTE],
});
