import { homedir } from "node:os";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { bindPi } from "../../../bindings/pi/bind.ts";
import { createEngine } from "../../../engine/index.ts";
import { STORY_CONTENT } from "../story-content.ts";
import { type Note, rawNotes } from "./raw-notes.ts";

type Anything = (...args: unknown[]) => unknown;

/** The extension of the story, with everything that passes between it and the host written down. */
export default function recorder(pi: ExtensionAPI): void {
  const home = homedir();
  bindPi(notedApi(pi, rawNotes(process.cwd())), {
    content: STORY_CONTENT,
    version: "0.0.0",
    entry: "recorder",
    home,
    engineFor: (root) => createEngine({ root, home, host: "pi", content: STORY_CONTENT, env: process.env }),
  });
}

function notedApi(pi: ExtensionAPI, note: Note): ExtensionAPI {
  const noted: Record<string, Anything> = {
    on: (name, handler) =>
      (pi.on as Anything)(name, (event: object, ctx: ExtensionContext) => {
        note({ event, context: factsOf(ctx) });
        return (handler as Anything)(event, ctx);
      }),
    registerCommand(name, command) {
      const { handler, ...rest } = command as { readonly handler: Anything };
      return (pi.registerCommand as Anything)(name, {
        ...rest,
        handler(argument: string, ctx: ExtensionContext) {
          note({ command: name, argument, context: factsOf(ctx) });
          return handler(argument, ctx);
        },
      });
    },
    registerTool(tool) {
      const { name, execute } = tool as { readonly name: string; readonly execute: Anything };
      return (pi.registerTool as Anything)({
        ...(tool as object),
        execute(...call: readonly [string, object, unknown, unknown, ExtensionContext]) {
          note({ tool: name, call: call[0], args: call[1], context: factsOf(call[4]) });
          return execute(...call);
        },
      });
    },
    sendUserMessage(text, options) {
      note({ sent: text });
      return (pi.sendUserMessage as Anything)(text, options);
    },
  };
  return new Proxy(pi, { get: (target, name) => noted[String(name)] ?? Reflect.get(target, name) });
}

/** What the binding can ask the host about at this moment. */
function factsOf(ctx: ExtensionContext): object {
  const leaf = ctx.sessionManager.getLeafEntry();
  return {
    session: ctx.sessionManager.getSessionId(),
    cwd: ctx.cwd,
    hasUI: ctx.hasUI,
    model: ctx.model && { provider: ctx.model.provider, id: ctx.model.id },
    isIdle: ctx.isIdle(),
    branch: [...new Set(ctx.sessionManager.getBranch().map(({ type }) => type))],
    leaf: leaf === undefined ? null : { type: leaf.type, id: leaf.id },
  };
}
