import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Workplace } from "./bound-pi.ts";

let work: Workplace;
beforeEach(() => {
  work = new Workplace();
});
afterEach(() => work.remove());

const answer = (stopReason: string, usage = { input: 0, output: 0, cacheRead: 0, cost: { total: 0 } }) => ({
  message: { role: "assistant", provider: "mock", model: "big", stopReason, usage },
});

describe("sessions", () => {
  const cases = [
    { reason: "startup", branch: [], is: "startup" },
    { reason: "new", branch: ["model_change"], is: "startup" },
    { reason: "startup", branch: ["model_change", "message"], is: "resume" },
    { reason: "resume", branch: [], is: "resume" },
    { reason: "fork", branch: ["message"], is: "fork" },
    { reason: "reload", branch: ["message"], is: "reload" },
  ];
  test.each(cases)("$reason with entries $branch is a $is", async ({ reason, branch, is }) => {
    const { engine } = await work.start({ branch }, { reason });
    expect(engine.heard("session.start")).toMatchObject([
      { reason: is, folder: work.folder, session: { id: "session-1", role: "root" }, at: 1_000 },
    ]);
  });

  test.each([
    ["quit", "quit"],
    ["reload", "reload"],
    ["new", "replaced"],
    ["fork", "replaced"],
  ])("a shutdown by %s ends it as %s", async (reason, is) => {
    const { pi, engine } = await work.start();
    await pi.raise("session_shutdown", { reason });
    expect(engine.heard("session.end")).toMatchObject([{ reason: is }]);
  });
});

describe("prompts", () => {
  test("a person's, another extension's and the engine's own are told apart", async () => {
    const { pi, engine } = await work.start();
    engine.answers["turn.stop"] = [{ type: "continue", prompt: "Next: plan." }];
    await pi.raise("input", { text: "Hello", source: "interactive" });
    await pi.raise("input", { text: "Hello", source: "rpc" });
    await pi.raise("input", { text: "Psst", source: "extension" });
    await pi.raise("agent_settled", { aborted: false });
    await pi.raise("input", { text: "Next: plan.", source: "extension" });
    const authors = engine.heard("prompt.submit").map((event) => "author" in event && event.author);
    expect(authors).toEqual(["person", "person", "engine", "engine"]);
  });

  test("what the model is to be told for good stands behind the host's own system prompt, and its first text stays", async () => {
    const { pi, engine } = await work.start();
    const begin = () => pi.raise("before_agent_start", { systemPrompt: "You are pi." });
    expect(await begin()).toBeUndefined();
    for (const text of ["Ask first.", "Ask later."]) {
      engine.answers["prompt.submit"] = [{ type: "instruct", text }];
      await pi.raise("input", { text: "Hello", source: "interactive" });
      expect(await begin()).toEqual({ systemPrompt: "You are pi.\n\nAsk first." });
    }
  });

  test("a person who speaks while a follow-up is on its way is heard, and it is not sent", async () => {
    const { pi, engine } = await work.start();
    engine.answers["turn.stop"] = [{ type: "continue", prompt: "Next: plan." }];
    await pi.raise("agent_settled", { aborted: false });
    await pi.raise("input", { text: "Leave that.", source: "rpc" });
    expect(await pi.raise("input", { text: "Next: plan.", source: "extension" })).toEqual({ action: "handled" });
    expect(engine.heard("prompt.submit")).toMatchObject([{ text: "Leave that." }]);
  });

  test("a person who speaks while the engine decides is not spoken over", async () => {
    const { pi, engine } = await work.start();
    engine.answers["turn.stop"] = async () => {
      await pi.raise("input", { text: "Leave that.", source: "interactive" });
      return [{ type: "continue", prompt: "Next: plan." }];
    };
    await pi.raise("agent_settled", { aborted: false });
    expect(pi.sent).toEqual([]);
  });

  test("a slash command sends what the engine composes, as the person in this session", async () => {
    const { pi, engine } = await work.start();
    await pi.command("gsd-plan-phase", "2");
    expect(pi.sent).toEqual([{ text: 'step begin {"step":"plan","phase":"2"}', deliverAs: undefined }]);
    expect(engine.commands).toEqual([
      { family: "step", subcommand: "begin", audience: "person", session: "session-1" },
    ]);
    await pi.raise("input", { text: pi.sent[0]?.text, source: "extension" });
    expect(engine.heard("prompt.submit")).toMatchObject([{ author: "command" }]);
  });

  test("a slash command during a run waits for its end", async () => {
    const { pi } = await work.start();
    pi.isIdle = false;
    await pi.command("gsd-help");
    expect(pi.sent).toEqual([{ text: "Explain.", deliverAs: "followUp" }]);
  });

  test("without a screen a slash command lasts until its run began and ended", async () => {
    const { pi } = await work.start({ hasUI: false });
    let isOver = false;
    const command = pi.command("gsd-help").then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    await pi.raise("before_agent_start", { messageType: "user", prompt: "Explain." });
    await command;
  });
});

describe("model calls", () => {
  test("their usage is told", async () => {
    const { pi, engine } = await work.start();
    const usage = { input: 100, output: 10, cacheRead: 40, cost: { total: 0.5 } };
    await pi.raise("message_end", answer("stop", usage));
    await pi.raise("message_end", { message: { role: "user", content: [] } });
    await pi.raise("message_end", answer("error"));
    expect(engine.heard("usage")).toMatchObject([{ model: "mock/big", input: 100, output: 10, cached: 40, cost: 0.5 }]);
    expect(engine.heard("usage")).toHaveLength(1);
  });
});

describe("the end of a turn", () => {
  const cases: readonly [string, readonly string[], boolean, string][] = [
    ["quiet", ["stop"], false, "idle"],
    ["failed", ["error"], false, "error"],
    ["failed and recovered", ["error", "stop"], false, "idle"],
    ["aborted", ["aborted"], true, "aborted"],
    ["aborted before the first answer", [], true, "aborted"],
  ];
  test.each(cases)("%s", async (_name, answers, aborted, outcome) => {
    const { pi, engine } = await work.start();
    for (const stopReason of answers) await pi.raise("message_end", answer(stopReason));
    await pi.raise("agent_settled", { aborted });
    expect(engine.heard("turn.stop")).toMatchObject([{ outcome, message: "entry-9" }]);
  });

  test("an error does not colour the next turn", async () => {
    const { pi, engine } = await work.start();
    await pi.raise("message_end", answer("error"));
    await pi.raise("agent_settled", { aborted: false });
    await pi.raise("agent_settled", { aborted: false });
    expect(engine.heard("turn.stop")).toMatchObject([{ outcome: "error" }, { outcome: "idle" }]);
  });

  test("hosts before 0.80.4 tell it with the end of the run, where a follow-up has to queue", async () => {
    const { pi, engine } = await work.start({ isOld: true });
    engine.answers["turn.stop"] = [{ type: "continue", prompt: "Next: plan." }];
    expect(pi.hears("agent_settled")).toBe(false);
    pi.isIdle = false;
    await pi.raise("message_end", answer("stop"));
    await pi.raise("agent_end", { messages: [] });
    expect(engine.heard("turn.stop")).toMatchObject([{ outcome: "idle" }]);
    expect(pi.sent).toEqual([{ text: "Next: plan.", deliverAs: "followUp" }]);
  });

  test("what the engine has to say goes to the person", async () => {
    const { pi, engine } = await work.start();
    engine.answers["turn.stop"] = [{ type: "notify", level: "info", text: "Not continued: it is done." }];
    await pi.raise("agent_settled", { aborted: false });
    expect(pi.notes).toEqual([{ level: "info", text: "Loopwright: Not continued: it is done." }]);
  });

  test("a session that was replaced meanwhile is left alone", async () => {
    const { pi, engine } = await work.start();
    engine.answers["turn.stop"] = [{ type: "continue", prompt: "Next: plan." }];
    pi.becomeStale();
    expect(await pi.raise("agent_settled", { aborted: false })).toBeUndefined();
    expect(pi.sent).toEqual([]);
  });
});
