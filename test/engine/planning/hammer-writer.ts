import { createEngine, type EnginePort } from "../../../engine/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { HOME } from "./sample.ts";

/**
 * Moves the plan on, many times and in many ways. `host` keeps one engine and feeds it a session's events as the
 * binding of a host does; `cli` makes an engine for each command. What each writer adds bears its name.
 */
const [root = "", writer = "", repeat = "0"] = process.argv.slice(2);
const session = { id: `session-${writer}`, role: "root" } as const;
const person = { audience: "person", session } as const;

function newEngine(): EnginePort {
  const content = { capabilities: [], workflows: {} };
  return createEngine({ root, home: HOME, host: writer === "host" ? "opencode" : "cli", content, env: {} });
}

const kept = newEngine();

async function run(family: string, name: string, args: JsonObject): Promise<void> {
  const engine = writer === "host" ? kept : newEngine();
  const call = `${writer}-${family}-${name}`;
  if (writer === "host") {
    await kept.handle({ type: "tool.before", session, at: Date.now(), tool: "bash", call, args: { command: "ls" } });
  }
  const result = await engine.run(family, name, args, person);
  if (writer === "host") {
    await kept.handle({ type: "tool.after", session, at: Date.now(), tool: "bash", call, outcome: "ok", result: "" });
  }
  if (!result.ok) throw new Error(`${family} ${name}: ${result.reason}: ${result.message}`);
}

const moves: readonly ((index: number) => Promise<void>)[] = [
  (index) => run("state", "add-decision", { text: `${writer} decided ${index}` }),
  (index) => run("state", "add-blocker", { text: `${writer} is blocked ${index}.` }),
  (index) => run("state", "begin-phase", { phase: String((index % 3) + 1) }),
  (index) => run("state", "add-decision", { text: `${writer} decided ${index}` }),
  (index) => run("state", "resolve-blocker", { text: `${writer} is blocked ${index - 3}.` }),
  () => run("state", "advance-plan", {}),
  (index) => run("phase", "add", { text: `${writer} phase ${index}` }),
  (index) => run("state", "record-session", { stoppedAt: `${writer} at ${index}` }),
  (index) => run("state", "signal-waiting", { question: `${writer} asks ${index}` }),
  () => run("state", "signal-resume", {}),
];

await kept.handle({ type: "session.start", session, at: Date.now(), reason: "startup", folder: root });
for (let index = 0; index < Number(repeat); index++) await moves[index % moves.length]?.(index);
