import type {
  ExtensionContext,
  MessageEndEvent,
  SessionBeforeCompactEvent,
  SessionCompactEvent,
  SessionShutdownEvent,
  SessionStartEvent,
} from "@earendil-works/pi-coding-agent";
import type { CompactionReason, EventOf } from "../../engine/index.ts";
import { recordOf, textOf } from "../shared/untyped.ts";

export type TurnOutcome = EventOf<"turn.stop">["outcome"];

/** The command line's ways to resume and to fork all say `startup`; a session that goes on has messages already. */
export function startReason(event: SessionStartEvent, ctx: ExtensionContext): EventOf<"session.start">["reason"] {
  if (event.reason === "reload" || event.reason === "fork" || event.reason === "resume") return event.reason;
  return ctx.sessionManager.getBranch().some(({ type }) => type === "message") ? "resume" : "startup";
}

export function endReason({ reason }: SessionShutdownEvent): EventOf<"session.end">["reason"] {
  return reason === "quit" || reason === "reload" ? reason : "replaced";
}

/** Hosts before 0.79.10 give no reason. */
export function compactionReason(reason: SessionBeforeCompactEvent["reason"] | undefined): CompactionReason {
  switch (reason) {
    case "manual":
      return "person";
    case "threshold":
    case "overflow":
      return reason;
    default:
      return "unknown";
  }
}

type Message = MessageEndEvent["message"];

/** How a model call ended; null for messages that are no model's. */
export function answerOutcome(message: Message): TurnOutcome | null {
  if (message.role !== "assistant") return null;
  return message.stopReason === "error" || message.stopReason === "aborted" ? message.stopReason : "idle";
}

export type UsageFields = Omit<EventOf<"usage">, "type" | "session" | "at">;

export function usageOf(message: Message): UsageFields | null {
  return message.role === "assistant" ? usageFields(`${message.provider}/${message.model}`, message.usage) : null;
}

/** What the summary of a compaction cost. The host does not say which model wrote it: it takes the session's own. */
export function summaryUsage({ compactionEntry }: SessionCompactEvent, ctx: ExtensionContext): UsageFields | null {
  return usageFields(modelOf(ctx) ?? "unknown", compactionEntry?.usage);
}

export function modelOf({ model }: ExtensionContext): string | undefined {
  return model && `${model.provider}/${model.id}`;
}

function usageFields(model: string, usage: SessionCompactEvent["compactionEntry"]["usage"]): UsageFields | null {
  if (!usage) return null;
  const { input, output, cacheRead, cost } = usage;
  if (input + output === 0) return null;
  return {
    model,
    input,
    output,
    ...(cacheRead > 0 && { cached: cacheRead }),
    ...(cost?.total > 0 && { cost: cost.total }),
  };
}

/** The result text of a finished call; images and structured content leave none. */
export function resultText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .map((part) => textOf(recordOf(part).text))
    .filter((text) => text !== "")
    .join("\n");
}
