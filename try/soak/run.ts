import { join } from "node:path";
import { judgeSoak } from "./judge.ts";
import { soak } from "./soak.ts";

const WANTED = { calls: 300, compactions: 3, children: 5 };

const began = performance.now();
const evidence = await soak({
  ...WANTED,
  project: join(import.meta.dirname, "..", "sample"),
  onPart: (part) => process.stdout.write(`${part}\n`),
});
const problems = judgeSoak(evidence, WANTED);
for (const problem of problems) process.stdout.write(`✗ ${problem}\n`);
const seconds = Math.round((performance.now() - began) / 1000);
const steps = evidence.trace.flat().length;
process.stdout.write(
  `${evidence.lines.length} lines, ${steps} steps replayed, in ${seconds} s; ${problems.length} problem(s)\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
