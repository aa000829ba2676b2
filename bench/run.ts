import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Bench } from "./bench.ts";
import { contenders } from "./contenders.ts";

import { GROUPS } from "./groups/groups.ts";
import { findReference, installReference } from "./reference.ts";
import { jsonReport, type Report, textReport } from "./report.ts";
import { isNamed, ROWS } from "./rows.ts";
import { runGroups } from "./run-groups.ts";
import { Sandbox } from "./sandbox.ts";
import { judge } from "./verdict.ts";

const ROOT = join(import.meta.dirname, "..");
const HELP = `Usage: npm run bench -- [options]

  --reference      install what we compare with, on first use, and measure it too
  --only <names>   only these rows, comma-separated; hook stands for hook.read and the rest
  --budget <s>     seconds to spend, about (default 30, beside the reference 95)
  --json           print JSON instead of tables
  --dist <folder>  measure the build in another folder

Rows: ${ROWS.map(({ name }) => name).join(", ")}
`;

const { values } = parseArgs({
  options: {
    reference: { type: "boolean", default: false },
    only: { type: "string" },
    budget: { type: "string" },
    json: { type: "boolean", default: false },
    dist: { type: "string", default: join(ROOT, "dist") },
    help: { type: "boolean", default: false },
  },
});

function rowsNamed(list: string | undefined): readonly string[] | null {
  const names = list?.split(",").map((name) => name.trim()) ?? null;
  const unknown = names?.filter((name) => !ROWS.some((row) => isNamed(row.name, [name]))) ?? [];
  if (unknown.length > 0) throw new Error(`no such row: ${unknown.join(", ")}\n\n${HELP}`);
  return names;
}

function secondsOf(budget: string | undefined, fallback: number): number {
  const seconds = Number(budget ?? fallback);
  if (!(seconds > 0)) throw new Error("--budget is a number of seconds");
  return seconds;
}

async function main(): Promise<number> {
  const only = rowsNamed(values.only);
  const reference = findReference() ?? (values.reference ? installReference() : null);
  const seconds = secondsOf(values.budget, reference === null ? 30 : 95);
  const sandbox = new Sandbox();
  try {
    const began = performance.now();
    const loadBefore = load();
    const bench = new Bench(sandbox, contenders(resolve(values.dist), reference), only);
    await runGroups(bench, GROUPS, seconds * 1000);
    const report: Report = {
      versions: { loopwright: ownVersion(), Bun: Bun.version, ...reference?.versions },
      cores: availableParallelism(),
      load: [loadBefore, load()],
      seconds: (performance.now() - began) / 1000,
      hasReference: reference !== null,
      readings: bench.readings,
      notes: bench.notes,
    };
    process.stdout.write(values.json ? jsonReport(report) : textReport(report));
    return report.hasReference && judge(bench.readings).some(({ met }) => !met) ? 1 : 0;
  } finally {
    sandbox.remove();
  }
}

function load(): number {
  return loadavg()[0] ?? 0;
}

function ownVersion(): string {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
}

try {
  if (values.help) process.stdout.write(HELP);
  else process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
