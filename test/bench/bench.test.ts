import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");
const ROWS = ["snapshot.small.cold", "snapshot.small.warm"];

let dist: string;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "bench-test-"));
  const naming = "engine.js";
  await Bun.build({ entrypoints: [join(ROOT, "engine", "index.ts")], outdir: dist, naming, target: "node" });
});

afterAll(() => rmSync(dist, { recursive: true, force: true }));

function bench(...args: readonly string[]) {
  const command = [process.execPath, join(ROOT, "bench", "run.ts"), "--dist", dist, "--budget", "1", ...args];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command);
  return { exitCode, out: stdout.toString(), err: stderr.toString() };
}

test("the table has the rows that were asked for, and no others, within 100 columns", () => {
  const { exitCode, out } = bench("--only", "snapshot.small");
  const lines = out.split("\n");
  const rows = lines.flatMap((line) => /^[a-z]+\.\S+(?= {2})/.exec(line)?.[0] ?? []);
  expect(rows).toEqual(ROWS);
  expect(Math.max(...lines.filter((line) => !line.startsWith("Note:")).map((line) => line.length))).toBeLessThan(101);
  expect(exitCode).toBe(0);
}, 60_000);

test("--json has a figure for each row", () => {
  const { out } = bench("--json", "--only", ROWS.join(","));
  const report: { rows: { row: string; who: string; least: number }[] } = JSON.parse(out);
  expect(report.rows.map(({ row, who }) => `${row} ${who}`)).toEqual(ROWS.map((row) => `${row} ours`));
  expect(report.rows.every(({ least }) => least > 0)).toBe(true);
}, 60_000);

test("what is not built is left out, and said", () => {
  const { exitCode, out } = bench("--only", "delay");
  expect(out).toContain("opencode.js is not built");
  expect(exitCode).toBe(0);
}, 60_000);

test("a row that does not exist is named", () => {
  const { exitCode, err } = bench("--only", "snapshot.small,speed");
  expect(err).toContain("no such row: speed\n");
  expect(exitCode).toBe(2);
}, 60_000);
