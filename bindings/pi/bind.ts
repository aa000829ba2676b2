import type {
  AgentSettledEvent,
  ExtensionAPI,
  ExtensionContext,
  ToolCallEvent,
  ToolCallEventResult,
} from "@earendil-works/pi-coding-agent";
import { type EnginePort, piDescriptor, projectFolder } from "../../engine/index.ts";
import { beginPresence } from "../shared/begin-presence.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import type { Content } from "../shared/content.ts";
import { ENGINE_AWAY } from "../shared/engine-away.ts";
import { messageOf } from "../shared/message-of.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { Binding } from "./binding.ts";
import { takeSeat } from "./seat.ts";
import { tell } from "./tell.ts";

export interface BindOptions {
  readonly content: Content;
  readonly version: string;
  /** URL or path of the loaded entry file. */
  readonly entry: string;
  readonly home: string;
  readonly engineFor: (root: string) => EnginePort;
  readonly clock?: Clock;
}

/**
 * Binds one engine to one pi session. Only subscribes: a factory that fails ends the host, and one that waits may
 * hang it, so the engine is made at the first event. A second copy for the same session does nothing.
 */
export function bindPi(pi: ExtensionAPI, bind: BindOptions): void {
  new Subscriptions(pi, bind).begin();
}

const SHUT: ToolCallEventResult = { block: true, reason: refusalText(ENGINE_AWAY) };

type Handle<E, R> = (binding: Binding, event: E, ctx: ExtensionContext) => Promise<R | undefined> | R | undefined;

class Subscriptions {
  readonly #pi: ExtensionAPI;
  readonly #bind: BindOptions;
  readonly #clock: Clock;
  readonly #hooks: string[] = [];
  /** Undefined before the first event, null where there is nothing for us to do. */
  #binding: Binding | null | undefined;
  #isBroken = false;

  constructor(pi: ExtensionAPI, bind: BindOptions) {
    this.#pi = pi;
    this.#bind = bind;
    this.#clock = bind.clock ?? systemClock;
  }

  begin(): void {
    const pi = this.#pi;
    pi.on(
      "session_start",
      this.#hook("session_start", (binding, event, ctx) => binding.sessionStart(event, ctx)),
    );
    pi.on(
      "input",
      this.#hook("input", (binding, event, ctx) => binding.input(event, ctx)),
    );
    pi.on(
      "before_agent_start",
      this.#hook("before_agent_start", (binding, event) => binding.beforeAgentStart(event)),
    );
    pi.on(
      "context",
      this.#hook("context", (binding, event) => binding.context(event)),
    );
    this.#hooks.push("tool_call");
    pi.on("tool_call", this.#gate);
    pi.on(
      "tool_result",
      this.#hook("tool_result", (binding, event, ctx) => binding.toolResult(event, ctx)),
    );
    pi.on(
      "tool_execution_end",
      this.#hook("tool_execution_end", (binding, event, ctx) => binding.toolEnd(event, ctx)),
    );
    pi.on(
      "message_end",
      this.#hook("message_end", (binding, event, ctx) => binding.messageEnd(event, ctx)),
    );
    pi.on(
      "session_before_compact",
      this.#hook("session_before_compact", (binding, event, ctx) => binding.beforeCompact(event, ctx)),
    );
    pi.on(
      "session_compact",
      this.#hook("session_compact", (binding, event, ctx) => binding.compacted(event, ctx)),
    );
    pi.on(
      "session_shutdown",
      this.#hook("session_shutdown", (binding, event, ctx) => {
        this.#binding = null;
        return binding.shutdown(event, ctx);
      }),
    );
    this.#watchTurns();
  }

  /** Hosts before 0.80.4 accept the name of the settled event and never raise it. */
  #watchTurns(): void {
    if (typeof this.#pi.registerEntryRenderer === "function") {
      const settled = (binding: Binding, event: AgentSettledEvent, ctx: ExtensionContext) =>
        binding.settled(event.aborted, ctx);
      this.#pi.on("agent_settled", this.#hook("agent_settled", settled));
    } else {
      this.#pi.on(
        "agent_end",
        this.#hook("agent_end", (binding, _event, ctx) => binding.settled(false, ctx)),
      );
    }
  }

  /** A handler that must never disturb the host: what goes wrong is told once and forgotten. */
  #hook<E, R>(name: string, handle: Handle<E, R>): (event: E, ctx: ExtensionContext) => Promise<R | undefined> {
    this.#hooks.push(name);
    return async (event, ctx) => {
      try {
        const binding = this.#at(ctx);
        if (binding === null) return undefined;
        return await handle(binding, event, ctx);
      } catch (error) {
        tell(ctx, "error", `${name} failed: ${messageOf(error)}`);
        return undefined;
      }
    };
  }

  /** The handler that decides: its own failure refuses. */
  readonly #gate = async (event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> => {
    try {
      const binding = this.#at(ctx);
      if (binding === null) return this.#isBroken ? SHUT : undefined;
      return await binding.toolCall(event, ctx);
    } catch (error) {
      tell(ctx, "error", `The guard is shut: ${messageOf(error)}`);
      return SHUT;
    }
  };

  #at(ctx: ExtensionContext): Binding | null {
    if (this.#binding !== undefined) return this.#binding;
    this.#binding = null;
    try {
      this.#binding = this.#make(ctx);
    } catch (error) {
      this.#isBroken = true;
      tell(ctx, "error", `The engine did not start, and tool calls are refused: ${messageOf(error)}`);
    }
    return this.#binding;
  }

  /** Some sessions, such as those that another extension makes for itself, never say that they start. */
  #make(ctx: ExtensionContext): Binding | null {
    const { content, version, entry, home, engineFor } = this.#bind;
    const root = projectFolder({ directory: ctx.cwd, worktree: ctx.cwd }, { home });
    if (root === null) {
      tell(ctx, "warning", `Nothing is done in ${ctx.cwd}: it is no project folder.`);
      return null;
    }
    const seat = takeSeat(root, ctx.sessionManager.getSessionId(), { version, entry });
    if (seat.taken) {
      const { other, report } = seat;
      if (report)
        tell(
          ctx,
          "warning",
          `${nameOf({ version, entry })} stays out: ${nameOf(other)} is at work here. Remove one of them.`,
        );
      return null;
    }
    const engine = engineFor(root);
    const runtime = process.versions.bun ? "bun" : "node";
    const facts = { host: "pi", version, entry, road: roadOf(entry), root, startedAt: this.#clock.now() };
    return new Binding({
      pi: this.#pi,
      engine,
      content,
      root,
      role: seat.role,
      clock: this.#clock,
      home,
      presence: beginPresence(facts, engine, piDescriptor({ runtime }), this.#hooks),
      gate: this.#gate,
      release: seat.release,
    });
  }
}

function nameOf({ version, entry }: { readonly version: string; readonly entry: string }): string {
  return `${version} (${entry})`;
}

function roadOf(entry: string): string {
  if (/[/\\]extensions[/\\]/.test(entry)) return "extensions folder";
  return /[/\\]node_modules[/\\]/.test(entry) ? "package" : "named path";
}
