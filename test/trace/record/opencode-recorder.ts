import { homedir } from "node:os";
import type { Hooks, PluginInput, PluginModule } from "@opencode-ai/plugin";
import { bindOpenCode } from "../../../bindings/opencode/bind.ts";
import { type Clock, systemClock } from "../../../bindings/shared/clock.ts";
import { createEngine } from "../../../engine/index.ts";
import { STORY_CONTENT } from "../story-content.ts";
import { type Note, rawNotes } from "./raw-notes.ts";

type Anything = (...args: unknown[]) => unknown;

/** The plugin of the story, with everything that passes between it and the host written down. */
const recorder: PluginModule = {
  id: "loopwright-recorder",
  async server(input, options) {
    const note = rawNotes(input.directory);
    const home = homedir();
    const hooks = bindOpenCode({ ...input, client: notedClient(input.client, note) }, options, {
      content: STORY_CONTENT,
      version: "0.0.0",
      entry: "recorder",
      home,
      clock: notedClock(note),
      engineFor: (root) => createEngine({ root, home, host: "opencode", content: STORY_CONTENT, env: process.env }),
    });
    return notedHooks(hooks, note);
  },
};

export default recorder;

function notedHooks(hooks: Hooks, note: Note): Hooks {
  const noted = Object.entries(Object.getOwnPropertyDescriptors(hooks)).map(([name, { value }]) =>
    name === "tool" ? [name, notedTools(hooks, note)] : [name, notedHook(name, value as Anything, note)],
  );
  return Object.fromEntries(noted) as Hooks;
}

function notedHook(name: string, hook: Anything, note: Note): Anything {
  return async (input, output) => {
    note(name === "event" ? { event: (input as { event: unknown }).event } : { hook: name, input, output });
    await hook(input, output);
    if (name === "command.execute.before") note({ sent: firstText(output) });
  };
}

function firstText(output: unknown): string | undefined {
  const { parts } = output as { readonly parts: readonly { readonly type: string; readonly text?: string }[] };
  return parts.find(({ type }) => type === "text")?.text;
}

function notedTools(hooks: Hooks, note: Note): Hooks["tool"] {
  const tools = Object.entries(hooks.tool ?? {}).map(([name, tool]) => {
    const execute: typeof tool.execute = (args, context) => {
      note({ tool: name, args, context: { sessionID: context.sessionID, messageID: context.messageID } });
      return tool.execute(args, context);
    };
    return [name, { ...tool, execute }];
  });
  return Object.fromEntries(tools);
}

/** What the binding sends comes back as the host's own event, under whatever words the engine chose. */
function notedClient(client: PluginInput["client"], note: Note): PluginInput["client"] {
  const session = new Proxy(client.session, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (name !== "promptAsync") return typeof method === "function" ? method.bind(target) : method;
      return (sent: { readonly body: { readonly parts: readonly { readonly text: string }[] } }) => {
        note({ sent: sent.body.parts[0]?.text });
        return (method as Anything).call(target, sent);
      };
    },
  });
  return new Proxy(client, {
    get: (target, name) => (name === "session" ? session : Reflect.get(target, name)),
  });
}

function notedClock(note: Note): Clock {
  return {
    now: systemClock.now,
    after: (ms, callback) =>
      systemClock.after(ms, () => {
        note({ clock: ms });
        callback();
      }),
  };
}
