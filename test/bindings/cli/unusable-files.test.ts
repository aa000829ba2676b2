import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../../bindings/cli/doctor/finding.ts";
import { createEngine } from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";
import { createWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;

beforeEach(() => {
  bench = createWorkbench();
});

afterEach(() => bench.remove());

const at = (...names: string[]) => join(bench.root, ...names);

async function problems(): Promise<readonly Pick<Finding, "message" | "remedy">[]> {
  const { stdout } = await bench.run("doctor --json");
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return findings.filter(({ level }) => level === "error").map(({ message, remedy }) => ({ message, remedy }));
}

describe(".planning that is a file", () => {
  beforeEach(() => {
    rmSync(at(".planning"), { recursive: true });
    writeFileSync(at(".planning"), "notes\n");
  });

  test("is an error of doctor, and what the next action is about", async () => {
    expect(await problems()).toContainEqual({
      message: ".planning is not read: It is not a folder.",
      remedy: "Move away what stands in its place.",
    });
    const { stdout } = await bench.run("next");
    expect(JSON.parse(stdout)).toMatchObject({
      action: "mend .planning",
      reason: ".planning is not read: It is not a folder.",
    });
  });

  test("shuts no tool of a host that does no harm", async () => {
    const { root, home } = bench;
    const engine = createEngine({ root, home, host: "opencode", content, env: {} });
    const read = (path: string) =>
      engine.handle({
        type: "tool.before",
        session: { id: "lead", role: "root" },
        at: 0,
        tool: "read",
        call: path,
        args: { filePath: path },
      });
    expect(await read("README.md")).toEqual([]);
    expect(await read(".env")).toMatchObject([{ type: "deny", rule: "secret" }]);
  });

  test.each(["step begin discuss 1", "state add-blocker tides", "phase complete 1", "config-set tests.command true"])(
    "is left as it is by `%s`, which says why in one line",
    async (line) => {
      const { code, stdout, stderr } = await bench.run(line);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).toContain(".planning");
      expect(readFileSync(at(".planning"), "utf8")).toBe("notes\n");
    },
  );
});

describe(".planning that is a link out of the project", () => {
  const elsewhere = () => join(bench.root, "..", "elsewhere");

  beforeEach(() => {
    renameSync(at(".planning"), elsewhere());
    symlinkSync(elsewhere(), at(".planning"));
  });

  test("is named as such, not called missing", async () => {
    const message = ".planning is a link that leads outside the project; it is not followed.";
    const remedy = "Replace the link by a file or folder of the project.";
    expect(await problems()).toEqual([{ message, remedy }]);
    const { stderr } = await bench.run("step begin discuss 1");
    expect(stderr).toBe(`${message} ${remedy}\n`);
  });

  test("is not written through, not even for a moment", async () => {
    const before = readdirSync(elsewhere());
    const { code, stderr } = await bench.run("config-set tests.command true");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        ".planning may not be written: it is a link, or leads through one. Correct the file first; nothing was changed.\n",
    });
    expect(readdirSync(elsewhere())).toEqual(before);
  });
});

describe("config.json that cannot be read", () => {
  test("lets no step begin, since nobody knows which gates it names", async () => {
    bench.write(".planning/config.json", '{ "tests": ');
    const { code, stderr } = await bench.run("step begin discuss 1");
    expect(code).toBe(1);
    expect(stderr).toContain("config.json is not read: ");
    expect(stderr).toContain("it is not known which gates hold");
    expect(existsSync(at(".planning", "runs"))).toBe(false);
  });

  test("lets no point be entered or closed while it is so, and nothing is lost", async () => {
    const sound = readFileSync(at(".planning", "config.json"), "utf8");
    await bench.run("step begin discuss 1");
    await bench.run("point enter discuss:pre");
    bench.write(".planning/config.json", "[]");
    const { stderr } = await bench.run("point close discuss:pre --json-errors");
    expect(JSON.parse(stderr)).toMatchObject({ ok: false, reason: "settings_unread" });
    bench.write(".planning/config.json", sound);
    expect((await bench.run("point close discuss:pre")).code).toBe(0);
  });
});

describe("doctor finds", () => {
  test.each(["ROADMAP.md", "PROJECT.md"])("a missing %s", async (name) => {
    rmSync(at(".planning", name));
    expect(await problems()).toEqual([
      { message: `${name} is missing.`, remedy: `Restore ${name}, or begin the project anew.` },
    ]);
  });

  test("a missing STATE.md, which can be written anew", async () => {
    rmSync(at(".planning", "STATE.md"));
    const [problem] = await problems();
    expect(problem?.message).toBe("STATE.md is missing.");
    expect(problem?.remedy).toContain("`loopwright validate health --repair`");
    await bench.run("validate health --repair");
    expect(await problems()).toEqual([]);
    expect(readFileSync(at(".planning", "STATE.md"), "utf8")).toContain("Phase: 1 of 2 (Addresses)");
  });

  test("a home in which nothing can be kept", async () => {
    mkdirSync(bench.home, { recursive: true });
    writeFileSync(join(bench.home, ".gsd"), "");
    const { stdout } = await bench.run("doctor");
    expect(stdout).toContain(`Nothing can be written in ${join(bench.home, ".gsd")}; no decision of yours is kept.`);
  });
});

test("what a home refuses is said with its place, and is no defect of ours", async () => {
  mkdirSync(bench.home, { recursive: true });
  const gsd = join(bench.home, ".gsd");
  writeFileSync(gsd, "");
  const { code, stderr } = await bench.run("learnings add tides --tag sea");
  expect(code).toBe(1);
  expect(stderr).toStartWith(`${gsd} cannot be used: something else stands in its place (EEXIST).`);
  expect(stderr).not.toContain("defect");
});

test("a file of decisions that cannot be read is kept, and named", async () => {
  const file = join(bench.home, ".gsd", "waivers.json");
  mkdirSync(join(bench.home, ".gsd"), { recursive: true });
  writeFileSync(file, "{ broken");
  const { code, stderr } = await bench.run("gate waive tests:gate --reason tides", { isTTY: true });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${file} is left as it is: it is no JSON object. Correct the file, or move it away to begin a new one.\n`,
  });
  expect(readFileSync(file, "utf8")).toBe("{ broken");
});
