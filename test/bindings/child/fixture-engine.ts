import { connect } from "node:net";
import type { ChildOptions } from "../../../bindings/child/invocation.ts";
import {
  type Caller,
  type CommandResult,
  EngineError,
  type EngineEvent,
  type EnginePort,
  type Json,
  type JsonObject,
  type Reaction,
  type RecordEntry,
} from "../../../engine/index.ts";

/** A small real engine: enough of each door to see what a process boundary does to it. */
export function createFixtureEngine(options: ChildOptions): EnginePort {
  const listeners = new Set<(entry: RecordEntry) => void>();
  const record = (name: string) => {
    const common = { ts: "2030-01-01T00:00:00Z", run_id: "run-1" };
    for (const listener of listeners) listener({ ...common, event: "transition", name, changed: [] });
  };
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  if (typeof options.lifeline === "number") connect(options.lifeline, "127.0.0.1").unref();

  const commands: Record<string, (args: JsonObject, caller: Caller) => Promise<CommandResult> | CommandResult> = {
    echo: (args, caller) => done({ args, audience: caller.audience }),
    options: () => done(options),
    async wait() {
      record("waiting");
      await released;
      return done("released");
    },
    release() {
      release();
      return done("releasing");
    },
    shout() {
      const { console: print } = globalThis;
      print.log("a library says something");
      process.stdout.write("and something else\n");
      return done(null);
    },
    block() {
      record("blocking");
      for (;;);
    },
    fail() {
      const remedy = "Write inside the project.";
      throw new EngineError("PATH_REFUSED", "That lies outside.", { remedy, data: { path: "../x" } });
    },
    break() {
      throw new TypeError("a defect");
    },
  };

  return {
    standing: () => ({ engine: "in-process", because: null }),
    async handle(event) {
      record(event.type);
      return reactions(event);
    },
    async run(_family, subcommand, args, caller) {
      const command = commands[subcommand];
      return command ? command(args, caller) : refusal(subcommand);
    },
    wouldRun: async (family, subcommand) => [`${family} ${subcommand}`],
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => (options.closes === false ? new Promise(() => {}) : Promise.resolve()),
  };
}

function reactions(event: EngineEvent): readonly Reaction[] {
  if (event.type === "prompt.submit") return [{ type: "context", text: event.text }];
  if (event.type === "tool.before" && event.tool === "read") {
    return [{ type: "deny", rule: "secret.read", reason: "It holds secrets.", remedy: "Ask the person." }];
  }
  return [];
}

function done(data: Json): CommandResult {
  return { ok: true, data, text: "done" };
}

function refusal(subcommand: string): CommandResult {
  const message = `There is no ${subcommand}.`;
  return { ok: false, kind: "UnknownCommand", reason: "usage", message, remedy: "Ask for help." };
}
