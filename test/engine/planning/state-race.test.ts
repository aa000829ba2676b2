import { expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readFrontmatter } from "../../../engine/planning/frontmatter.ts";
import { readSections } from "../../../engine/planning/markdown.ts";
import { readState } from "../../../engine/planning/state.ts";
import { fieldCase, project, read, write } from "./sample.ts";

const f08 = fieldCase("F08-two-writers-one-state-file");
const STATE = ".planning/STATE.md";

function run(
  root: string,
  writer: string,
  repeat: number,
  kind: string,
): Promise<{ code: number | null; errors: string }> {
  const script = new URL("state-writer.ts", import.meta.url).pathname;
  return new Promise((done) => {
    const child = spawn(process.execPath, [script, root, writer, String(repeat), kind]);
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("close", (code) => done({ code, errors }));
  });
}

test(
  "interleaved writes from several processes lose nothing, even after one that died with the lock",
  async () => {
    const root = project(f08.given.project);
    const before = read(root, STATE);
    write(root, ".planning/.lock", JSON.stringify({ pid: spawnSync(process.execPath, ["-e", ""]).pid, cwd: root }));
    const began = performance.now();
    type Step = { writer: string; repeat: number; op: { kind: string } };
    const runs = await Promise.all(f08.steps.map((step: Step) => run(root, step.writer, step.repeat, step.op.kind)));
    expect(runs.filter((outcome) => outcome.code !== 0)).toEqual([]);
    expect(performance.now() - began).toBeLessThan(f08.expect.max_seconds * 1000);

    const after = read(root, STATE);
    const { decisions } = readState(after).view;
    const expected = ["one", "two"].flatMap((writer) => Array.from({ length: 25 }, (_, index) => `${writer}-${index}`));
    expect([...decisions].sort()).toEqual([...expected, ...f08.expect.decisions.kept].sort());
    const front = readFrontmatter(after);
    expect(front.ok && front.fields.last_activity).toBe("2026-02-09");
    for (const heading of f08.expect.sections_byte_equal) {
      expect(section(after, heading)).toBe(section(before, heading));
    }
    expect(readdirSync(join(root, ".planning"))).toEqual(["STATE.md"]);
  },
  { timeout: 30_000 },
);

function section(text: string, heading: string): string {
  const title = heading.replace(/^#+ /, "");
  const found = readSections(text, readFrontmatter(text).body).find((candidate) => candidate.title === title);
  if (found === undefined) throw new Error(`no section ${heading}`);
  return text.slice(found.start, found.end);
}
