import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeCommands } from "../../../engine/index.ts";
import { createWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;

beforeEach(() => {
  bench = createWorkbench();
});

afterEach(() => bench.remove());

describe("a line of the reference is taken as it is", () => {
  test("`loop render-hooks` answers with point, hooks and text", async () => {
    const { code, stdout, stderr } = await bench.run("loop render-hooks plan:pre --raw");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const answer = JSON.parse(stdout);
    expect(Object.keys(answer)).toEqual(["point", "activeHooks", "rendered"]);
    expect(answer.activeHooks.map((hook: { capId: string }) => hook.capId)).toContain("research");
    expect(stdout).toBe(JSON.stringify(answer, null, 2));
  });

  test.each([
    "query loop render-hooks execute:pre",
    "loop.render-hooks execute:pre",
    "--raw loop render-hooks execute:pre",
  ])("%s", async (line) => {
    const plain = await bench.run("loop render-hooks execute:pre");
    expect(await bench.run(line)).toEqual(plain);
  });

  test("`--active-cap` answers true or false", async () => {
    const answers = ["research", "nobody"].map((id) => bench.run(`loop render-hooks plan:pre --active-cap ${id}`));
    expect((await Promise.all(answers)).map(({ code, stdout }) => [code, stdout])).toEqual([
      [0, "true"],
      [0, "false"],
    ]);
  });

  test("`state json` answers with the front matter", async () => {
    const { code, stdout } = await bench.run("state json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ milestone: "v1.0", status: "planning" });
  });

  test("a transition changes STATE.md", async () => {
    const { code } = await bench.run("state add-blocker --text tides");
    expect(code).toBe(0);
    expect(readFileSync(join(bench.root, ".planning", "STATE.md"), "utf8")).toContain("tides");
  });
});

describe("flags", () => {
  test("`--pick` prints one field, bare when it is text", async () => {
    expect((await bench.run("loop render-hooks execute:pre --pick point")).stdout).toBe("execute:pre\n");
    expect((await bench.run("--pick=activeHooks.length loop render-hooks execute:pre")).stdout).toBe("0\n");
    expect((await bench.run("progress --pick phases[1].name")).stdout).toBe("No collisions\n");
  });

  test("a field that is absent is an error, or the default", async () => {
    const absent = await bench.run("--json-errors loop render-hooks execute:pre --pick nope");
    expect(absent.code).toBe(1);
    expect(JSON.parse(absent.stderr)).toMatchObject({ ok: false, reason: "pick_field_absent" });
    const { code, stdout } = await bench.run("loop render-hooks execute:pre --pick nope --default 7");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "7\n" });
  });

  test("`--exit-contract=v2` tells by the exit code that something is missing", async () => {
    const line = "phase-plan-index 9";
    expect((await bench.run(line)).code).toBe(0);
    expect((await bench.run(`--exit-contract=v2 ${line}`)).code).toBe(80);
    expect((await bench.run("--exit-contract=v2 next")).code).toBe(0);
    expect((await bench.run(`--exit-contract=v9 ${line}`)).code).toBe(1);
  });

  test("inherited names are no fields", async () => {
    expect((await bench.run("progress --pick constructor")).code).toBe(1);
  });

  test("`--cwd` starts the search for the project, `--project-dir` names it", async () => {
    const elsewhere = { cwd: bench.home.replace(/home$/, "") };
    bench.write("src/deep/keep.txt", "");
    const found = await bench.run(`--cwd ${join(bench.root, "src", "deep")} planning inspect --pick exists`, elsewhere);
    expect(found.stdout).toBe("true\n");
    const named = await bench.run("planning inspect --project-dir project --pick exists", elsewhere);
    expect(named.stdout).toBe("true\n");
    const wrong = await bench.run("planning inspect --project-dir project/src --pick exists", elsewhere);
    expect(wrong.stdout).toBe("false\n");
  });

  test("a person reads text, a program reads JSON", async () => {
    const text = (await bench.run("loop points", { isTTY: true })).stdout;
    expect(text).toContain("discuss: discuss:pre, discuss:post\n");
    const json = await bench.run("loop points --json", { isTTY: true });
    expect(json.stdout).toBe((await bench.run("loop points")).stdout);
  });

  test("what stands behind -- is the command's own", async () => {
    expect((await bench.run("guard explain -- read --raw", { isTTY: true })).stdout).toBe("allowed\n");
  });
});

describe("errors go to stderr with exit code 1", () => {
  test.each([
    ["frobnicate", "sdk_unknown_command"],
    ["loop draw", "sdk_unknown_command"],
    ["state frobnicate", "sdk_unknown_command"],
    ["help frobnicate", "sdk_unknown_command"],
    ["loop render-hooks plan:pre --active-cap", "usage"],
    ["state --version", "usage"],
    ["--cwd /no/such/dir progress json", "usage"],
    ["progress --pick", "usage"],
    ["progress --json=yes", "usage"],
    ["doctor --everything", "usage"],
    ["run show", "no_run"],
  ])("%s: %s", async (line, reason) => {
    const { code, stdout, stderr } = await bench.run(`--json-errors ${line}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stderr)).toEqual({ ok: false, reason, message: expect.any(String) });
  });

  test("a reader gets the message and what to do", async () => {
    const { code, stderr } = await bench.run("frobnicate");
    expect(code).toBe(1);
    expect(stderr).toBe("There is no command frobnicate. `help` lists the commands.\n");
  });

  test("all problems with the flags are named", async () => {
    const { stderr } = await bench.run("progress --raw=1 --cwd");
    expect(stderr).toContain("--raw takes no value; --cwd needs a value");
  });
});

describe("help", () => {
  test.each(["help", "--help", "-h", ""])("%p lists every command with its summary", async (line) => {
    const { code, stdout } = await bench.run(line);
    expect(code).toBe(0);
    const text = stdout.replace(/\s+/g, " ");
    for (const { usage, summary } of await describeCommands()) expect(text).toContain(`${usage} ${summary}`);
  });

  test.each(["help", "help gate", "lifecycle --help"])("%p fits in 80 columns", async (line) => {
    const { stdout } = await bench.run(line);
    expect(stdout.split("\n").filter((row) => row.length > 80)).toEqual([]);
  });

  test.each(["help loop", "loop --help"])("%s is about one family", async (line) => {
    const { stdout } = await bench.run(line);
    expect(stdout).toContain("loop render-hooks <point>");
    expect(stdout).not.toContain("state json");
  });

  test("the version stands alone", async () => {
    expect(await bench.run("--version")).toEqual({ code: 0, stdout: "1.2.3\n", stderr: "" });
  });
});

describe("who calls", () => {
  const personOnly = "--json-errors step begin discuss 1";

  test("a person at a terminal may do what only a person may", async () => {
    expect((await bench.run(personOnly)).code).toBe(0);
  });

  test.each(["AI_AGENT", "PI_CODING_AGENT", "OPENCODE", "LOOPWRIGHT_RUN_ID", "GUILD_RUN_BINDING_REF"])(
    "a shell with %s is a model's",
    async (name) => {
      const { code, stderr } = await bench.run(personOnly, { env: { [name]: "1" }, isTTY: true });
      expect(code).toBe(1);
      expect(JSON.parse(stderr).reason).toBe("not_allowed");
    },
  );
});
