import { fuzzManifests } from "./mutated-manifests.ts";

const count = Number(process.argv[2] ?? 10_000);
const { tried, failures } = fuzzManifests(count);
for (const { seed, what } of failures) process.stdout.write(`seed ${seed}: ${what}\n`);
process.stdout.write(`${tried} mutated manifests, ${failures.length} failure(s)\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
