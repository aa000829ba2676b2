import { afterEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ENGINE_MARK, type JsonObject, type SessionRef } from "../../engine/index.ts";
import { accepted, LEAD, LoopProject, PHASE } from "./loop-project.ts";

let project: LoopProject;
afterEach(() => project.remove());

/** A run at discuss in which the lead takes part. */
async function begin(continuation: JsonObject = {}, config: JsonObject = {}): Promise<void> {
  project = new LoopProject({
    config: { loopwright: { continuation: { enabled: true, ...continuation } }, ...config },
  });
  accepted(await project.person("step begin discuss 1"));
}

const stop = (outcome: "idle" | "error" | "aborted" = "idle", session: SessionRef = LEAD) =>
  project.handle("turn.stop", { outcome }, session);
const speak = (author: "person" | "command" | "engine" = "person") =>
  project.handle("prompt.submit", { text: "go on", author });
const goesOn = [{ type: "continue", prompt: expect.stringContaining("Next: enter discuss:pre") }];
const held = (reason: string) => [{ type: "notify", level: "info", text: expect.stringContaining(reason) }];

describe("an idle turn", () => {
  test("goes on with the one next action, marked as ours", async () => {
    await begin();
    const { action, call } = await project.next();
    const prompts = (await stop()).flatMap((reaction) => (reaction.type === "continue" ? [reaction.prompt] : []));
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toStartWith(`${ENGINE_MARK} The work is not finished. Next: ${action}.`);
    expect(prompts[0]).toContain(String(call));
  });

  test("is decided in the same way before it ends, for hosts that end with it", async () => {
    await begin();
    expect(await project.handle("turn.closing", {})).toMatchObject(goesOn);
  });
});

describe("nothing is sent or said", () => {
  test("unless the project asks for it", async () => {
    await begin({ enabled: false });
    expect(await stop()).toEqual([]);
    project.write(".planning/config.json", "{}");
    expect(await stop()).toEqual([]);
  });

  test("without a run", async () => {
    await begin();
    accepted(await project.person("run close"));
    expect(await stop()).toEqual([]);
  });

  test.each(["child", "unknown"] as const)("to a session whose role is %s", async (role) => {
    await begin();
    expect(await stop("idle", { id: "lead", role })).toEqual([]);
  });

  test("to a session that takes no part in the run", async () => {
    await begin();
    expect(await stop("idle", { id: "other", role: "root" })).toEqual([]);
  });
});

test("a quiet project is not told why nothing goes on; the record has it", async () => {
  await begin();
  const loopwright = { quiet: true, continuation: { enabled: true } };
  project.write(".planning/config.json", JSON.stringify({ loopwright }));
  expect(await stop("error")).toEqual([]);
  expect(project.record().filter(({ event }) => event === "continuation")).toMatchObject([{ decision: "held" }]);
});

describe("a turn that a person stopped", () => {
  test("is not gone on with, nor is the next, also after a restart, until a person speaks", async () => {
    await begin();
    expect(await stop("aborted")).toMatchObject(held("the person stopped it"));
    expect(await stop()).toEqual([]);
    project.engine = project.anotherEngine();
    expect(await stop()).toEqual([]);
    await speak("engine");
    expect(await stop()).toEqual([]);
    await speak();
    expect(await stop()).toMatchObject(goesOn);
  });

  test("goes on by a command as well", async () => {
    await begin();
    await stop("aborted");
    await speak("command");
    expect(await stop()).toMatchObject(goesOn);
  });
});

test("a turn that ended with an error is not gone on with; a later one that ends well is", async () => {
  await begin();
  expect(await stop("error")).toMatchObject(held("ended with an error"));
  expect(await stop()).toMatchObject(goesOn);
});

test("while a question is open nothing goes on, and it does once the question is taken back", async () => {
  await begin();
  accepted(await project.model("state signal-waiting", { text: "Weekly or monthly?" }));
  expect(await stop()).toMatchObject(held("waiting for a person: Weekly or monthly?"));
  expect(await project.model("state signal-resume")).toMatchObject({ ok: false, reason: "not_allowed" });
  project.now += 1000;
  await speak();
  accepted(await project.model("state signal-resume"));
  expect(await stop()).toMatchObject(goesOn);
});

describe("nothing goes on before a person has looked", () => {
  const NOTE = ".planning/.continue-here.md";
  const waits = async () => (await project.next()).waiting;

  test("at the note with which the work was left, and it does once the note is gone", async () => {
    await begin();
    project.write(NOTE, "");
    expect(await stop()).toMatchObject(held(NOTE));
    expect(await waits()).toContain(NOTE);
    rmSync(join(project.root, NOTE));
    expect(await stop()).toMatchObject(goesOn);
  });

  test.each(["failed", "Error"])("at a state that says %s", async (status) => {
    await begin();
    const state = project.read(".planning/STATE.md");
    project.write(".planning/STATE.md", state.replace(/^status: .*$/m, `status: ${status}`));
    expect(await stop()).toMatchObject(held(`STATE.md says ${status.toLowerCase()}`));
    expect(await waits()).toContain("correct the status");
  });
});

test("a clock that is set back neither takes a person's answer away nor holds the work up", async () => {
  await begin();
  expect(await stop()).toMatchObject(goesOn);
  accepted(await project.model("state signal-waiting", { text: "Weekly or monthly?" }));
  project.now -= 3_600_000;
  await speak();
  accepted(await project.model("state signal-resume"));
  expect(await stop()).toMatchObject(goesOn);
});

describe("without progress", () => {
  test("it stops after the given number, says so once, and starts again when anybody moves the work", async () => {
    await begin({ max_without_progress: 2 });
    expect([await stop(), await stop()]).toMatchObject([goesOn, goesOn]);
    expect(await stop()).toMatchObject(held("no progress after 2 continuation(s)"));
    expect(await stop()).toEqual([]);
    project.write(`${PHASE}/NOTES.md`, "A person was here.\n");
    expect(await stop()).toMatchObject(goesOn);
  });

  test("talk, tool calls and denials are none", async () => {
    await begin({ max_without_progress: 1 });
    await stop();
    await project.handle("tool.before", { tool: "read", call: "c1", args: { filePath: "README.md" } });
    await project.handle("tool.after", { tool: "read", call: "c1", outcome: "ok", result: "text" });
    await project.handle("tool.before", { tool: "read", call: "c2", args: { filePath: ".env" } });
    await project.model("point enter ship:pre");
    expect(await stop()).toMatchObject(held("no progress"));
  });

  test("a moved loop is some", async () => {
    await begin({ max_without_progress: 1 });
    await stop();
    accepted(await project.model("point enter discuss:pre"));
    expect(await stop()).toMatchObject([{ type: "continue" }]);
  });
});

test("even with progress it stops after so many in a row, until a person speaks", async () => {
  await begin({ max_in_a_row: 3 });
  for (let turn = 0; turn < 3; turn++) {
    project.write(".planning/PROJECT.md", `Turn ${turn}\n`);
    expect(await stop()).toMatchObject(goesOn);
  }
  project.write(".planning/PROJECT.md", "More\n");
  expect(await stop()).toMatchObject(held("3 continuations since a person last spoke"));
  await speak();
  expect(await stop()).toMatchObject(goesOn);
});

test("between two continuations it cools down for as long as the project says", async () => {
  await begin({ cool_down_ms: 60_000 });
  expect(await stop()).toMatchObject(goesOn);
  project.now += 59_999;
  expect(await stop()).toMatchObject(held("cooling down"));
  project.now += 1;
  expect(await stop()).toMatchObject(goesOn);
});

describe("when the step is done", () => {
  async function finishDiscuss(): Promise<void> {
    await project.pass("discuss:pre");
    project.write(`${PHASE}/01-CONTEXT.md`, "# Context\n");
    await project.pass("discuss:post");
  }

  test("beginning the next one is left to a person", async () => {
    await begin();
    await finishDiscuss();
    expect(await stop()).toMatchObject(held("discuss is done; /gsd-plan-phase 1 begins plan"));
  });

  test("the next one is begun where the project says so", async () => {
    await begin({}, { workflow: { auto_advance: true } });
    await finishDiscuss();
    expect(await stop()).toMatchObject([{ type: "continue", prompt: expect.stringContaining("enter plan:pre") }]);
  });
});
