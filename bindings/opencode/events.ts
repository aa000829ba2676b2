import type { CompactionReason, EngineEvent, EventOf, EventType } from "../../engine/index.ts";
import { jsonArgs } from "../shared/json-args.ts";
import { recordOf, textOf } from "../shared/untyped.ts";
import { type BusEvent, isAbort, usageOf } from "./neutral.ts";
import type { Sessions } from "./sessions.ts";
import type { Turns } from "./turns.ts";

export type Emit = (event: EngineEvent) => void;

/** What the bus tells, in the engine's words. About fifty events come with each prompt; most are none of ours. */
export class BusEvents {
  readonly #sessions: Sessions;
  readonly #turns: Turns;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #emit: Emit;
  readonly #compacted: (session: string) => void;
  readonly #closing: (session: string) => void;
  readonly #counted = new Set<string>();
  readonly #failedCalls = new Set<string>();
  readonly #summaries = new Set<string>();
  readonly #compactions = new Map<string, CompactionReason>();

  constructor(options: {
    readonly sessions: Sessions;
    readonly turns: Turns;
    readonly folder: string;
    readonly now: () => number;
    readonly emit: Emit;
    readonly compacted: (session: string) => void;
    readonly closing: (session: string) => void;
  }) {
    this.#sessions = options.sessions;
    this.#turns = options.turns;
    this.#folder = options.folder;
    this.#now = options.now;
    this.#emit = options.emit;
    this.#compacted = options.compacted;
    this.#closing = options.closing;
  }

  /** Why a session is being compacted, as far as the host has said. */
  compactionReason(session: string): CompactionReason {
    return this.#compactions.get(session) ?? "unknown";
  }

  take(event: BusEvent): void {
    const { properties } = event;
    const session = textOf(properties.sessionID) || textOf(recordOf(properties.info).id);
    switch (event.type) {
      case "session.created":
        this.#created(session, recordOf(properties.info));
        break;
      case "session.deleted":
        this.#send("session.end", session, { reason: "deleted" });
        this.#turns.forget(session);
        this.#sessions.forget(session);
        this.#compactions.delete(session);
        break;
      case "session.status":
        this.#status(session, textOf(recordOf(properties.status).type));
        break;
      case "session.idle":
        this.#turns.idle(session);
        break;
      case "session.error":
        if (session !== "") this.#turns.failed(session, isAbort(properties.error) ? "aborted" : "error");
        break;
      case "session.compacted":
        this.#compacted(session);
        break;
      case "message.updated":
        this.#message(recordOf(properties.info));
        break;
      case "message.part.updated":
        this.#part(recordOf(properties.part));
        break;
      case "permission.asked":
        this.#permissionAsked(session, properties);
        break;
      case "permission.replied":
        this.#permissionAnswered(session, properties);
        break;
      case "file.watcher.updated":
        if (properties.event !== "unlink") this.#send("file.changed", session, { path: textOf(properties.file) });
        break;
      case "file.edited":
        this.#send("file.changed", session, { path: textOf(properties.file) });
        break;
    }
  }

  #created(session: string, info: Readonly<Record<string, unknown>>): void {
    const parent = textOf(info.parentID) || undefined;
    const agent = textOf(info.agent) || undefined;
    this.#sessions.created(session, parent, agent);
    this.#send("session.start", session, {
      reason: "startup",
      folder: textOf(info.directory) || this.#folder,
      ...(parent !== undefined && { parent }),
      ...(agent !== undefined && { agent }),
    });
  }

  #status(session: string, type: string): void {
    if (type === "busy" || type === "retry") this.#turns.busy(session);
    if (type === "idle") this.#turns.idle(session);
  }

  #message(info: Readonly<Record<string, unknown>>): void {
    if (info.role !== "assistant") return;
    const session = textOf(info.sessionID);
    const id = textOf(info.id);
    if (info.summary === true) {
      this.#summaries.add(id);
      if (this.compactionReason(session) === "person") this.#turns.summarising(session);
    } else this.#turns.answering(session, id);
    if (info.error !== undefined) this.#turns.failed(session, isAbort(info.error) ? "aborted" : "error");
    if (recordOf(info.time).completed === undefined || this.#counted.has(id)) return;
    this.#counted.add(id);
    if (info.error === undefined) this.#turns.answered(session);
    const usage = usageOf(info);
    if (usage) this.#send("usage", session, usage);
  }

  /** The model's last answer of a turn is told by the end of its step, just before the session goes idle. */
  #part(part: Readonly<Record<string, unknown>>): void {
    const session = textOf(part.sessionID);
    const isSummary = this.#summaries.has(textOf(part.messageID));
    if (part.type === "step-finish" && part.reason === "stop" && !isSummary) this.#closing(session);
    if (part.type === "compaction") this.#compactions.set(session, partReason(part));
    if (part.type === "tool") this.#toolPart(part);
  }

  /** A call that failed or was stopped never reaches the after hook; its part says how it ended. */
  #toolPart(part: Readonly<Record<string, unknown>>): void {
    const state = recordOf(part.state);
    const call = textOf(part.callID);
    if (state.status !== "error" || this.#failedCalls.has(call)) return;
    this.#failedCalls.add(call);
    const result = textOf(state.error);
    this.#send("tool.after", textOf(part.sessionID), {
      tool: textOf(part.tool),
      call,
      outcome: result.startsWith("Denied (") ? "denied" : "error",
      result,
      args: jsonArgs(state.input),
    });
  }

  #permissionAsked(session: string, properties: Readonly<Record<string, unknown>>): void {
    const patterns = Array.isArray(properties.patterns) ? properties.patterns.map(textOf) : [];
    const request = textOf(properties.id);
    this.#send("permission.asked", session, { request, permission: textOf(properties.permission), patterns });
  }

  #permissionAnswered(session: string, properties: Readonly<Record<string, unknown>>): void {
    const answer = (["once", "always", "reject"] as const).find((word) => word === properties.reply) ?? "reject";
    this.#send("permission.answered", session, { request: textOf(properties.requestID), answer });
  }

  #send<T extends EventType>(type: T, session: string, fields: Omit<EventOf<T>, "type" | "session" | "at">): void {
    this.#emit({ type, session: this.#sessions.known(session), at: this.#now(), ...fields } as unknown as EngineEvent);
  }
}

/** A person's compaction and the host's own differ in the part that asks for it. */
function partReason({ auto, overflow }: Readonly<Record<string, unknown>>): CompactionReason {
  if (typeof auto !== "boolean") return "unknown";
  if (!auto) return "person";
  return overflow === true ? "overflow" : "threshold";
}
