import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  createPiSandbox,
  type PiSandbox,
  type RunningPi,
  runPiPrint,
  startPiRpc,
} from "../../bindings/live/pi-host.ts";
import { createScratchFolder, type ScratchFolder } from "../../bindings/live/scratch-folder.ts";
import { type ScriptedModel, startScriptedModel, textOf, toolResults } from "../../bindings/live/scripted-model.ts";

const REPOSITORY = join(import.meta.dir, "..", "..");
const SAMPLE = join(REPOSITORY, "try", "sample");
const CONTINUATION = "[Loopwright] The work is not finished.";
const CAPSULE = "[Loopwright] State of the work";
const LONG = "A paragraph to be summed up. ".repeat(30);
const OVER_THE_LIMIT = { input: 17_000, output: 10 };
const TIME = 60_000;

let bundle: ScratchFolder;
let model: ScriptedModel;

beforeAll(async () => {
  bundle = createScratchFolder("loopwright-pi-bundle", false);
  mkdirSync(join(bundle.path, "cache"));
  await Bun.build({
    entrypoints: [join(REPOSITORY, "plugin", "pi.ts")],
    outdir: bundle.path,
    naming: "loopwright.js",
    target: "node",
    format: "esm",
    minify: { whitespace: true, syntax: true },
  });
  model = await startScriptedModel();
});

afterAll(async () => {
  await model.stop();
  bundle.remove();
});

/** pi transforms a file once and keeps the outcome in its temporary folder, which all sandboxes here share. */
function sandboxWith(extensions: readonly string[]): PiSandbox {
  model.clear();
  return createPiSandbox({ model, project: SAMPLE, extensions, env: { TMPDIR: join(bundle.path, "cache") } });
}

function extension(): string {
  return join(bundle.path, "loopwright.js");
}

async function withPi(act: (pi: RunningPi) => Promise<void>, extensions = [extension()]): Promise<void> {
  const sandbox = sandboxWith(extensions);
  try {
    await act(await startPiRpc(sandbox));
  } finally {
    await sandbox.remove();
  }
}

/** Sends a command of ours and waits until nothing runs on by itself. */
async function command(pi: RunningPi, text: string): Promise<void> {
  const from = pi.rpc.records.length;
  await pi.rpc.promptAsync(text);
  await pi.rpc.waitFor(({ type }) => type === "agent_settled", 20_000, from);
  await pi.rpc.waitIdle(20_000);
}

/** What the model was sent from the `from`-th request on. */
function requestsSince(from: number) {
  return model.requests.slice(from).filter(({ offersTools }) => offersTools);
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe("the extension in the real pi", () => {
  const cases: readonly [string, object][] = [
    ["read", { path: ".env" }],
    ["bash", { command: "cat .env" }],
    ["write", { path: ".planning/STATE.md", content: "done" }],
  ];

  test(
    "refused calls do not run, and the model reads why",
    () =>
      withPi(async (pi) => {
        const from = model.requests.length;
        model.play([{ calls: cases.map(([tool, args]) => ({ tool, args })) }]);
        const { records } = await pi.rpc.prompt("What is the token?");
        const newest = requestsSince(from).at(-1);
        const results = newest ? toolResults(newest) : [];
        expect(results.map(({ tool }) => tool)).toEqual(["read", "bash", "write"]);
        for (const { text } of results) expect(text).toStartWith("Denied (");
        expect(JSON.stringify(requestsSince(from))).not.toContain("not-a-real-one");
        const ends = records.filter(({ type }) => type === "tool_execution_end");
        expect(ends.map(({ isError }) => isError)).toEqual([true, true, true]);
      }),
    TIME,
  );

  test(
    "a slash command sends the work order that the engine composes",
    () =>
      withPi(async (pi) => {
        const from = model.requests.length;
        await command(pi, "/gsd-discuss-phase 1");
        const [first] = requestsSince(from);
        expect(first?.messages.at(-1)?.role).toBe("user");
        expect(first?.messages.at(-1)?.text).toStartWith("# Work order: discuss, phase 1");
        expect(first?.toolNames).toEqual(
          expect.arrayContaining(["gsd_next", "gsd_point", "gsd_command", "gsd_doctor"]),
        );
      }),
    TIME,
  );

  test(
    "an idle turn is continued once, and one that a person aborted is not",
    () =>
      withPi(async (pi) => {
        const from = model.requests.length;
        await command(pi, "/gsd-discuss-phase 1");
        const [, continued, ...more] = requestsSince(from);
        expect(continued?.messages.at(-1)?.text).toStartWith(CONTINUATION);
        expect(more).toEqual([]);

        model.play([{ hang: true }]);
        await pi.rpc.promptAsync("Go on");
        await model.waitFor(({ answeredBy }) => answeredBy?.hang === true, 15_000, from);
        await pi.rpc.abort();
        await pi.rpc.waitIdle(10_000, 300);
        expect(requestsSince(from)).toHaveLength(3);

        await pi.rpc.prompt("Now go on");
        await pi.rpc.waitIdle(10_000);
        expect(requestsSince(from).at(-1)?.messages.at(-1)?.text).toStartWith(CONTINUATION);
      }),
    TIME,
  );

  test(
    "after a compaction between two prompts the next prompt carries the capsule, once",
    () =>
      withPi(async (pi) => {
        await command(pi, "/gsd-discuss-phase 1");
        model.play([{ say: LONG }, { say: "a long answer", usage: OVER_THE_LIMIT }]);
        await pi.rpc.prompt(`First. ${LONG}`);
        await pi.rpc.waitIdle(15_000);
        const { records } = await pi.rpc.prompt(`Second. ${LONG}`);
        await pi.rpc.waitIdle(15_000);
        expect(pi.rpc.records.find(({ type }) => type === "compaction_end")).toMatchObject({ reason: "threshold" });
        expect(records).not.toHaveLength(0);
        const from = model.requests.length;
        await pi.rpc.prompt("And now?");
        await pi.rpc.waitIdle(15_000);
        for (const request of requestsSince(from)) expect(countOf(textOf(request), CAPSULE)).toBe(1);
        expect(requestsSince(from).map(textOf).join()).toContain("Next action:");
      }),
    TIME,
  );

  test(
    "after a compaction in the middle of a run the very next request carries the capsule behind the summary",
    () =>
      withPi(async (pi) => {
        await command(pi, "/gsd-discuss-phase 1");
        model.service = () => "THE-SUMMARY";
        const look = { tool: "read", args: { path: "README.md" } };
        model.play([{ say: LONG }]);
        await pi.rpc.prompt(`First. ${LONG}`);
        await pi.rpc.waitIdle(15_000);
        const from = model.requests.length;
        model.play([{ calls: [look], usage: OVER_THE_LIMIT }, { calls: [look] }, { say: "read it" }]);
        await pi.rpc.prompt(`Second. ${LONG}`);
        await pi.rpc.waitIdle(15_000);
        const compacted = requestsSince(from).filter((request) => textOf(request).includes("THE-SUMMARY"));
        expect(compacted.length).toBeGreaterThanOrEqual(2);
        for (const request of compacted.slice(0, 2)) {
          const summary = request.messages.findIndex(({ text }) => text.includes("THE-SUMMARY"));
          expect(request.messages[summary + 1]?.text).toStartWith(CAPSULE);
          expect(countOf(textOf(request), CAPSULE)).toBe(1);
        }
        model.play([{ calls: [{ tool: "gsd_doctor", args: {} }] }]);
        const asked = model.requests.length;
        await pi.rpc.prompt("What fired?");
        const newest = requestsSince(asked).at(-1);
        const report = newest ? (toolResults(newest)[0]?.text ?? "") : "";
        for (const event of ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PreCompact", "Stop"]) {
          expect(report).toMatch(new RegExp(`\\b${event}: bound \\(.+\\), fired \\d+ time`));
        }
        expect(report).toContain("SubagentStop: not bound; degrades to: ");
      }),
    TIME,
  );

  test(
    "doctor finds the guard awake through the host's own handler",
    () =>
      withPi(async (pi) => {
        const from = model.requests.length;
        model.play([{ calls: [{ tool: "gsd_doctor", args: {} }] }]);
        await pi.rpc.prompt("Is Loopwright there?");
        const newest = requestsSince(from).at(-1);
        const [result] = newest ? toolResults(newest) : [];
        expect(result?.text).toContain("Guards: awake");
        expect(result?.text).toContain("PreToolUse: bound (tool_call), fired 1 time(s)");
      }),
    TIME,
  );

  test(
    "two copies do not stop pi: the second says so once and registers nothing",
    () => {
      const copy = join(bundle.path, "copy.js");
      copyFileSync(extension(), copy);
      return withPi(
        async (pi) => {
          const notes = pi.rpc.records
            .filter(({ method }) => method === "notify")
            .map(({ message }) => String(message));
          expect(notes.filter((text) => text.includes("stays out"))).toEqual([expect.stringContaining(copy)]);
          const names = (await pi.rpc.commands()).map(({ name }) => name);
          expect(names.filter((name) => name.startsWith("gsd-progress"))).toEqual(["gsd-progress"]);
          model.play([{ calls: [{ tool: "read", args: { path: ".env" } }] }]);
          const { records } = await pi.rpc.prompt("What is the token?");
          expect(records.filter(({ type }) => type === "extension_error" || type === "unreadable")).toEqual([]);
        },
        [extension(), copy],
      );
    },
    TIME,
  );

  test(
    "a new session in the same process is guarded, and leads again",
    () =>
      withPi(async (pi) => {
        await pi.rpc.send({ type: "new_session" });
        const from = model.requests.length;
        model.play([{ calls: [{ tool: "read", args: { path: ".env" } }] }]);
        await pi.rpc.prompt("What is the token?");
        const newest = requestsSince(from).at(-1);
        expect(newest && toolResults(newest)[0]?.text).toStartWith("Denied (");
        await command(pi, "/gsd-discuss-phase 1");
        expect(requestsSince(from).at(-1)?.messages.at(-1)?.text).toStartWith(CONTINUATION);
        expect(pi.rpc.records.filter(({ type }) => type === "extension_error")).toEqual([]);
      }),
    TIME,
  );

  test(
    "pi -p runs a slash command to its end",
    async () => {
      const sandbox = sandboxWith([extension()]);
      model.play([{ say: "Where things stand" }, { say: "Still there" }]);
      try {
        const { code, stdout, stderr } = await runPiPrint(sandbox, "/gsd-progress");
        expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "Where things stand\n", stderr: "" });
        model.clear();
        model.play([{ say: "I rest" }, { say: "I still rest" }]);
        const goingOn = await runPiPrint(sandbox, "/gsd-discuss-phase 1");
        expect(goingOn).toMatchObject({ code: 0, stdout: "I still rest\n", stderr: "" });
      } finally {
        await sandbox.remove();
      }
    },
    TIME,
  );
});
