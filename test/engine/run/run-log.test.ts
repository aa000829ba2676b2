import { describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decideClosing } from "../../../engine/run/closing.ts";
import { readLenient } from "../../../engine/run/read-log.ts";
import { RunLog } from "../../../engine/run/run-log.ts";

const APPENDER = new URL("log-appender.ts", import.meta.url).pathname;

function append(folder: string, writer: string, count: number, rotateAt: number): Promise<number | null> {
  const child = spawn(process.execPath, [APPENDER, folder, writer, String(count), String(rotateAt)]);
  return new Promise((done) => child.on("close", done));
}

const scratch = () => mkdtempSync(join(tmpdir(), "run-log-"));

test(
  "two processes that append and rotate lose no line and mix none",
  async () => {
    const folder = scratch();
    const codes = await Promise.all([append(folder, "one", 400, 20_000), append(folder, "two", 400, 20_000)]);
    expect(codes).toEqual([0, 0]);
    const seen = readLenient(folder).map(({ what }) => String(what));
    const wanted = ["one", "two"].flatMap((name) => Array.from({ length: 400 }, (_, index) => `${name}-${index}`));
    expect([...seen].sort()).toEqual(wanted.sort());
    for (const name of ["one", "two"]) {
      const own = seen.filter((what) => what.startsWith(name)).map((what) => Number(what.slice(4)));
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    const archived = readdirSync(join(folder, "logs", "archive"));
    expect(archived.length).toBeGreaterThan(1);
    expect(archived.every((name) => name.endsWith(".jsonl.gz"))).toBe(true);
    expect(existsSync(join(folder, "logs", ".lock.exclusion"))).toBe(false);
  },
  { timeout: 30_000 },
);

describe("a line that the disk does not take whole", () => {
  const WRITER = new URL("full-disk-writer.ts", import.meta.url).pathname;

  /** A limit on the size of a file acts as a full disk does: the write ends in the middle of the line. */
  const fill = (folder: string) => {
    const limited = `trap "" XFSZ; ulimit -f 8; exec "$0" "$@"`;
    return spawnSync("bash", ["-c", limited, process.execPath, WRITER, folder], { encoding: "utf8" }).stdout;
  };

  test("is refused, and costs neither what stands before it nor what comes after it", () => {
    const folder = scratch();
    const taken = fill(folder)
      .split("\n")
      .filter((line) => line.startsWith("long-"));
    expect(taken.length).toBeGreaterThan(3);
    const log = new RunLog({ folder, id: "run-x", now: () => 0, listeners: new Set() });
    log.append("human_answer", { phase: "01", test: "after", result: "pass" });
    expect(log.state().answers.map(({ test }) => test)).toEqual([...taken, "after"]);
    expect(readLenient(folder).map(({ test }) => test)).toEqual([...taken, "after"]);
  });

  test("is left alone by the one who failed and goes on", () => {
    const folder = scratch();
    const log = new RunLog({ folder, id: "run-x", now: () => 0, listeners: new Set() });
    log.append("human_answer", { phase: "01", test: "before", result: "pass" });
    appendFileSync(join(folder, "logs", "v1.4-events.jsonl"), '{"ts":"2026-02-03T09:00:00.000Z","event":"human_ans');
    log.append("human_answer", { phase: "01", test: "after", result: "pass" });
    expect(log.state().answers.map(({ test }) => test)).toEqual(["before", "after"]);
  });
});

test("what was archived still counts in the state of a run", () => {
  const options = { folder: scratch(), id: "run-x", now: () => 0, listeners: new Set<never>(), rotateAt: 2000 };
  const log = new RunLog(options);
  log.append("session_attached", { session_id: "first" });
  for (let index = 0; index < 40; index++) {
    log.append("refusal", { what: String(index), reason: "r", message: "m" });
    log.state();
  }
  expect(existsSync(join(options.folder, "logs", "archive", "v1.4-events.1.jsonl.gz"))).toBe(true);
  expect(log.state().sessions.has("first")).toBe(true);
  expect(new RunLog(options).state().sessions.has("first")).toBe(true);
});

test.each([
  ["an open run without work", { status: "open", hasActiveWork: false, newestWork: 0 }, "close"],
  ["an open run with work", { status: "open", hasActiveWork: true, newestWork: 0 }, "hold"],
  ["a closed run, 1.9 s later", { status: "closed", hasActiveWork: false, newestWork: 11_900 }, "keep"],
  ["a closed run, 2.1 s later", { status: "closed", hasActiveWork: false, newestWork: 12_100 }, "reclose"],
  ["a closed run where a lane went on", { status: "closed", hasActiveWork: true, newestWork: 12_100 }, "hold"],
  ["a run with a word of another writer", { status: "paused", hasActiveWork: false, newestWork: 99_000 }, "keep"],
] as const)("when a turn ends, %s", (_name, facts, wanted) => {
  expect(decideClosing({ ...facts, closedAt: 10_000 })).toBe(wanted);
});
