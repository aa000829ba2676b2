import { afterEach, beforeEach, expect, test } from "bun:test";
import { Workplace } from "./bound-pi.ts";

let work: Workplace;
beforeEach(() => {
  work = new Workplace();
});
afterEach(() => work.remove());

const SUMMARY = { role: "compactionSummary", summary: "So far." };
const CALL = { role: "assistant", content: [] };
const CAPSULE = { role: "user", content: [{ type: "text", text: "Capsule" }], timestamp: 0 };

async function compacted() {
  const started = await work.start();
  started.engine.answers["context.compact"] = [{ type: "context", text: "For the summary" }];
  started.engine.answers["context.compacted"] = [{ type: "context", text: "Capsule" }];
  await started.pi.raise("session_before_compact", { reason: "threshold" });
  await started.pi.raise("session_compact", { reason: "threshold" });
  return started;
}

test.each([
  ["manual", "person"],
  ["threshold", "threshold"],
  ["overflow", "overflow"],
  [undefined, "unknown"],
])("a compaction by %s is told as %s, before and after", async (reason, is) => {
  const { pi, engine } = await work.start();
  await pi.raise("session_before_compact", { reason });
  await pi.raise("session_compact", { reason });
  expect(engine.heard("context.compact", "context.compacted")).toMatchObject([
    { type: "context.compact", reason: is },
    { type: "context.compacted", reason: is },
  ]);
});

test("nothing is added to a context that was not compacted", async () => {
  const { pi } = await work.start();
  expect(await pi.raise("context", { messages: [CALL] })).toBeUndefined();
  expect(await pi.raise("before_agent_start", { prompt: "Hello" })).toBeUndefined();
});

test("what a cancelled compaction asked for is not given to the model", async () => {
  const { pi, engine } = await work.start();
  engine.answers["context.compact"] = [{ type: "context", text: "For the summary" }];
  await pi.raise("session_before_compact", { reason: "manual" });
  expect(await pi.raise("context", { messages: [CALL] })).toBeUndefined();
});

test("the next prompt takes the capsule into the session log, once", async () => {
  const { pi } = await compacted();
  expect(await pi.raise<object>("before_agent_start", { prompt: "Hello" })).toEqual({
    message: { customType: "loopwright", content: "Capsule", display: false },
  });
  expect(await pi.raise("before_agent_start", { prompt: "Hello" })).toBeUndefined();
  expect(await pi.raise("context", { messages: [SUMMARY, CALL] })).toBeUndefined();
});

test("a run that goes on gets the capsule behind the summary with every request, until it ends", async () => {
  const { pi } = await compacted();
  const messages = [SUMMARY, CALL];
  expect(await pi.raise<object>("context", { messages })).toEqual({ messages: [SUMMARY, CAPSULE, CALL] });
  expect(await pi.raise<object>("context", { messages })).toEqual({ messages: [SUMMARY, CAPSULE, CALL] });
  expect(messages).toEqual([SUMMARY, CALL]);
  await pi.raise("agent_settled", { aborted: false });
  expect(await pi.raise("context", { messages })).toBeUndefined();
  expect(await pi.raise("before_agent_start", { prompt: "Hello" })).toBeUndefined();
});

test("a capsule that no request has carried outlives the run", async () => {
  const { pi } = await compacted();
  await pi.raise("agent_settled", { aborted: false });
  expect(await pi.raise<object>("before_agent_start", { prompt: "Hello" })).toMatchObject({
    message: { content: "Capsule" },
  });
});

test("without a summary in sight the capsule comes last", async () => {
  const { pi } = await compacted();
  expect(await pi.raise<object>("context", { messages: [CALL] })).toEqual({ messages: [CALL, CAPSULE] });
});
