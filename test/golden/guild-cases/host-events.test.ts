import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { bindOpenCode } from "../../../bindings/opencode/bind.ts";
import { bindPi } from "../../../bindings/pi/bind.ts";
import { createEngine } from "../../../engine/index.ts";
import { Runs } from "../../../engine/run/runs.ts";
import { loggedName } from "../../../engine/run/tool-name.ts";
import { content } from "../../../plugin/content.generated.ts";
import { FakePi } from "../../bindings/pi/fake-pi.ts";
import { FakeClock, settle } from "../../field/event-trace/fake-clock.ts";
import { ClientRecord, scriptedClient } from "../../field/event-trace/scripted-client.ts";
import { guildCases, scratchFolder } from "./cases.ts";

type Fields = Readonly<Record<string, unknown>>;

interface HostInput {
  readonly t: string;
  readonly hook?: string;
  readonly event?: string;
  readonly input?: Fields;
  readonly text?: string;
  readonly args?: Fields;
  readonly output?: Fields;
  readonly data?: Fields;
  readonly [field: string]: unknown;
}

interface Expected {
  readonly line: Fields;
  readonly match: "subset" | "exact";
}

interface HostEvents {
  readonly run_id: string;
  readonly tool_names: Readonly<Record<string, string>>;
  readonly opencode: { readonly input: readonly HostInput[]; readonly expected: readonly Expected[] };
  readonly pi: { readonly input: readonly HostInput[]; readonly expected: readonly Expected[] };
}

const cases = guildCases<HostEvents>("telemetry/host-events.json");
const START = Date.parse(cases.opencode.input[0]?.t ?? "");

/** A project with a run that a person has begun. */
function stage(host: string) {
  const base = scratchFolder();
  const root = join(base, "project");
  mkdirSync(join(root, ".planning"), { recursive: true });
  const clock = new FakeClock(START);
  const open = { patterns: [], whenBroken: "closed" } as const;
  const options = {
    root,
    home: base,
    host,
    env: {},
    now: clock.now,
    randomId: () => crypto.randomUUID(),
    hasMirror: () => false,
  };
  const run = new Runs({ ...options, scrubPolicy: () => open }).begin({ command: "map", project: null });
  const engine = () => createEngine({ root, home: base, host, content, env: {}, now: clock.now });
  const lines = () =>
    readFileSync(join(run.folder, "logs", "v1.4-events.jsonl"), "utf8")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Fields]));
  return { root, base, clock, engine, run, lines };
}

async function playOpenCode(hooks: Hooks, step: HostInput): Promise<void> {
  const call = (name: string, input: unknown, output?: unknown) =>
    (Reflect.get(hooks, name) as (input: unknown, output: unknown) => Promise<void>)(input, output);
  if (step.hook === undefined) {
    const { t: _t, event: type, ...properties } = step;
    return call("event", { event: { type, properties } });
  }
  const output = {
    ...(step.text !== undefined && { message: {}, parts: [{ type: "text", text: step.text }] }),
    ...(step.args !== undefined && { args: step.args }),
    ...(step.hook === "experimental.session.compacting" && { context: [] }),
    ...step.output,
  };
  return call(step.hook, step.input, output);
}

/** Lines that only this project writes; the recorded logs know none. Here: of the guard's own proof. */
const OUR_OWN: readonly unknown[] = ["tool_denied", "tool_asked"];

/** Without a stamp of its own, where the closing marker stands among the last lines is not said. */
function compare(lines: readonly Fields[], expected: readonly Expected[]): void {
  const isClosing = ({ event }: Fields) => event === "run_closed";
  expect(lines.filter(isClosing)).toHaveLength(1);
  const rest = lines.filter((line) => !isClosing(line) && !OUR_OWN.includes(line.event));
  const wanted = expected.filter(({ line }) => !isClosing(line));
  expect(rest).toHaveLength(wanted.length);
  for (const [index, { line, match }] of wanted.entries()) {
    if (match === "exact") expect(rest[index]).toEqual(line);
    else expect(rest[index]).toMatchObject(line);
  }
}

describe("what a host tells becomes the lines of the log", () => {
  test("in OpenCode", async () => {
    const { root, base, clock, engine, run, lines } = stage("opencode");
    const client = scriptedClient({ "session.get": { ses_lead: { id: "ses_lead" } } }, new ClientRecord());
    const input: unknown = { client, directory: root, worktree: root };
    const entry = join(base, "loopwright.js");
    const hooks = bindOpenCode(input as PluginInput, undefined, {
      content,
      version: "1.0.0",
      entry,
      home: base,
      engineFor: engine,
      clock,
    });
    for (const step of cases.opencode.input) {
      await clock.advance(Date.parse(step.t) - clock.now());
      await playOpenCode(hooks, step);
      await settle();
    }
    await clock.advance(1000);
    expect(run.id).toBe(cases.run_id);
    compare(lines(), cases.opencode.expected);
  });

  test("in pi", async () => {
    const { root, base, clock, engine, lines } = stage("pi");
    const pi = new FakePi({ folder: root });
    bindPi(pi.api, { content, version: "1.0.0", entry: join(base, "pi.js"), home: base, engineFor: engine, clock });
    for (const step of cases.pi.input) {
      await clock.advance(Date.parse(step.t) - clock.now());
      await pi.raise(step.event ?? "", step.data);
      await settle();
    }
    compare(lines(), cases.pi.expected);
  });
});

test.each(Object.entries(cases.tool_names))("the tool %s is logged as %s", (tool, name) => {
  expect(loggedName(tool)).toBe(name);
});
