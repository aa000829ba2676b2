import { createRequire } from "node:module";
import { readJob, report } from "./probe.ts";
import { sample } from "./sample.ts";

interface Resolver {
  resolveActiveHooksForPoint(directory: string, point: string, options: object): { readonly activeHooks: unknown[] };
}

const job = readJob<{ readonly library: string; readonly directory: string; readonly budgetMs: number }>();
const load = createRequire(import.meta.url);

process.chdir(job.directory);
process.stderr.write = () => true;
const began = performance.now();
const resolver: Resolver = load(job.library);
const { activeHooks } = answer();
const answered = performance.now();
if (activeHooks.length === 0) throw new Error("the reference resolved no hooks");

report({ cold: [answered - began], warm: await sample(answer, job.budgetMs) });

function answer() {
  return resolver.resolveActiveHooksForPoint(job.directory, "plan:pre", {});
}
