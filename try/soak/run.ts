import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { judgeSoak } from "./judge.ts";
import { soak } from "./soak.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const WANTED = { calls: 300, compactions: 3, children: 5 };

const plugin = join(ROOT, "dist", "opencode.js");
if (!existsSync(plugin)) throw new Error("dist/ is not built: run `npm run build`");

const began = performance.now();
const evidence = await soak({
  ...WANTED,
  project: join(ROOT, "try", "sample"),
  plugin: pathToFileURL(plugin).href,
  onPart: (part) => process.stdout.write(`${part}\n`),
});
const problems = judgeSoak(evidence, WANTED);
for (const problem of problems) process.stdout.write(`✗ ${problem}\n`);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(`${evidence.lines.length} lines in ${seconds} s; ${problems.length} problem(s)\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
