import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createSnapshotReader } from "../../../engine/planning/snapshot.ts";
import { goldenProject, read } from "./sample.ts";

const TRANSITIONS = Number(process.env.HAMMER_TRANSITIONS ?? 300);
const WRITERS = ["host", "cli"] as const;

function start(root: string, writer: string, repeat: number): Promise<{ code: number | null; errors: string }> {
  const script = new URL("hammer-writer.ts", import.meta.url).pathname;
  return new Promise((done) => {
    const child = spawn(process.execPath, [script, root, writer, String(repeat)], {
      stdio: ["ignore", "inherit", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("close", (code) => done({ code, errors }));
  });
}

const indices = (repeat: number, at: readonly number[]) =>
  Array.from({ length: repeat }, (_, index) => index).filter((index) => at.includes(index % 10));

test(
  `${TRANSITIONS} mixed transitions by a host and a command line lose nothing`,
  async () => {
    const root = goldenProject("w01-state-writes");
    const repeat = Math.floor(TRANSITIONS / WRITERS.length / 10) * 10;
    const ends = await Promise.all(WRITERS.map((writer) => start(root, writer, repeat)));
    expect(ends).toEqual(WRITERS.map(() => ({ code: 0, errors: "" })));

    const { state, phases, waiting, diagnostics } = createSnapshotReader({ root }).read();
    expect(diagnostics).toEqual([]);
    expect(waiting).toBeNull();
    expect(state?.blockers).toEqual([]);
    const decided = WRITERS.flatMap((writer) => indices(repeat, [0, 3]).map((index) => `${writer} decided ${index}`));
    expect([...(state?.decisions ?? [])].sort()).toEqual(decided.sort());
    const added = WRITERS.flatMap((writer) => indices(repeat, [6]).map((index) => `${writer} phase ${index}`));
    const names = phases.map((phase) => phase.name);
    expect([...names].sort()).toEqual(["Alpha", "Beta", "Gamma", ...added].sort());
    expect(phases.map((phase) => Number(phase.number))).toEqual(names.map((_name, index) => index + 1));
    const folders = phases.flatMap((phase) => phase.directory ?? []);
    expect(new Set(folders).size).toBe(1 + added.length);

    const published = JSON.parse(read(root, ".planning/state.json"));
    expect(published.phases.map((phase: { name: string }) => phase.name)).toEqual(names);
    const files = readdirSync(join(root, ".planning"), { recursive: true, encoding: "utf8" });
    expect(files.filter((path) => /\.tmp$|\.transaction|\.removed|(?<!milestone)\.lock/.test(path))).toEqual([]);
  },
  { timeout: 900_000 },
);
