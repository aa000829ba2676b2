import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordEntry } from "../../engine/index.ts";
import { accepted, LoopProject } from "./loop-project.ts";

const WRITER = new URL("record-writer.ts", import.meta.url).pathname;

let project: LoopProject;
beforeEach(async () => {
  project = new LoopProject();
  accepted(await project.person("step begin discuss 1"));
});
afterEach(() => project.remove());

const append = (text: string) => appendFileSync(join(project.root, project.recordFile), text);
const named = (event: RecordEntry["event"]) => project.record().filter((entry) => entry.event === event);

describe("the record of a run", () => {
  test("takes the lines of several processes, each whole, and each engine sees them all", async () => {
    const writers = ["a", "b", "c"].map((name) => Bun.spawn([process.execPath, WRITER, project.root, name, "40"]));
    const heard = project.engine.run("run", "show", {}, { audience: "person" });
    for (const writer of writers) expect(await writer.exited).toBe(0);
    accepted(await heard);
    const prompts = project
      .record()
      .flatMap((entry) =>
        entry.event === "hook_event" && entry.hook_name === "UserPromptSubmit" ? [entry.session_id] : [],
      );
    for (const name of ["a", "b", "c"]) expect(prompts.filter((id) => id === name)).toHaveLength(40);
  });

  test("shows one engine what another did in between", async () => {
    const other = project.anotherEngine();
    accepted(await project.model("point enter discuss:pre"));
    accepted(await other.run("point", "close", { point: "discuss:pre" }, { audience: "model" }));
    expect(await project.next()).toMatchObject({ action: "write discuss notes to CONTEXT.md of phase 1" });
  });

  test("survives a line torn by a kill: it is skipped, and the next line is not lost with it", async () => {
    accepted(await project.model("point enter discuss:pre"));
    append('{"ts":"2026-02-03T09:00:00.000Z","event":"point_cl');
    project.engine = project.anotherEngine();
    expect(await project.next()).toMatchObject({ action: "close discuss:pre" });
    accepted(await project.model("point close discuss:pre"));
    expect(await project.next()).toMatchObject({ action: "write discuss notes to CONTEXT.md of phase 1" });
    project.engine = project.anotherEngine();
    expect(await project.next()).toMatchObject({ action: "write discuss notes to CONTEXT.md of phase 1" });
  });

  test.each(["not json", "[]", "null", '{"event":7}', '{"event":"of_another_tool","any":"thing"}', ""])(
    "leaves a line alone that says '%s'",
    async (line) => {
      const before = await project.next();
      append(`${line}\n`);
      expect(await project.next()).toEqual(before);
      accepted(await project.model("point enter discuss:pre"));
    },
  );

  test("is found again after a restart, and closed by a person", async () => {
    project.engine = project.anotherEngine();
    accepted(await project.person("run show"));
    accepted(await project.person("run close"));
    expect(await project.anotherEngine().run("run", "show", {}, { audience: "person" })).toMatchObject({
      ok: false,
      reason: "no_run",
    });
    expect(named("run_closed")).toHaveLength(1);
  });

  test("tells its listeners each line that it writes, until they leave", async () => {
    const heard: string[] = [];
    const leave = project.engine.on(({ event }) => heard.push(event));
    accepted(await project.model("point enter discuss:pre"));
    leave();
    accepted(await project.model("point close discuss:pre"));
    expect(heard).toEqual(["point_entered", "ticket_settled"]);
  });
});

describe("what is recorded of a tool call", () => {
  const GITHUB = `ghp_${"a1B2".repeat(9)}`;
  const MODEL_KEY = `sk-ant-${"x9".repeat(20)}`;

  async function call(command: string, result: string) {
    await project.handle("tool.before", { tool: "bash", call: "c1", args: { command } });
    project.now += 1500;
    await project.handle("tool.after", { tool: "bash", call: "c1", outcome: "ok", result });
    return project.record().find(({ event }) => event === "tool_call");
  }

  test("is its command, its result and how long it took", async () => {
    expect(await call("node --version", "v20")).toMatchObject({
      tool: "Bash",
      command_redacted: 'Bash {"command":"node --version"}',
      result_excerpt_redacted: "v20",
      status: "ok",
      latency_ms: 1500,
    });
  });

  test.each([
    ["a GitHub token", GITHUB, `git push https://${GITHUB}@localhost/tide`],
    ["a model key", MODEL_KEY, `ask --key ${MODEL_KEY}`],
    ["a chat token", "xoxb-4711-tide-0815", "post xoxb-4711-tide-0815"],
    ["a bearer header", "abcdefghijklmnop1234", "curl -H 'Authorization: Bearer abcdefghijklmnop1234' localhost"],
    ["a password", "hunter2-and-more", "login password=hunter2-and-more"],
  ])("never holds %s", async (_what, secret, text) => {
    expect(await call(text, text)).toBeDefined();
    expect(project.read(project.recordFile)).not.toContain(secret);
  });

  test("is cut, however much it says", async () => {
    const line = await call(`echo ${"word ".repeat(4000)}`, "word ".repeat(4000));
    expect(JSON.stringify(line).length).toBeLessThan(6000);
  });

  test("that was denied is the rule that denied it", async () => {
    await project.handle("tool.before", { tool: "read", call: "c2", args: { filePath: ".env" } });
    expect(named("tool_denied")).toMatchObject([{ tool: "read", rule: "secret" }]);
  });
});
