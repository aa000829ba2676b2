import type { JsonObject } from "./json.ts";

/**
 * Where an event comes from. `unknown` means that the host named a session whose parent could not be learned;
 * such a session is guarded like any other and receives nothing that belongs to a run.
 */
export interface SessionRef {
  readonly id: string;
  readonly role: "root" | "child" | "unknown";
}

/** Calls of this session exist to be refused: they are judged like any other, and nothing else comes of them. */
export const PROBE_SESSION = "loopwright-canary";

export type CompactionReason = "person" | "threshold" | "overflow" | "unknown";

interface Common {
  readonly session: SessionRef;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Payloads {
  "session.start": {
    readonly reason: "startup" | "resume" | "fork" | "reload";
    readonly folder: string;
    readonly parent?: string;
    readonly agent?: string;
  };
  "session.end": { readonly reason: "quit" | "deleted" | "reload" | "replaced" };
  "prompt.submit": {
    readonly text: string;
    readonly author: "person" | "command" | "engine";
    readonly agent?: string;
    readonly model?: string;
  };
  "tool.before": { readonly tool: string; readonly call: string; readonly args: JsonObject };
  "tool.after": {
    readonly tool: string;
    readonly call: string;
    readonly outcome: "ok" | "error" | "denied";
    readonly result: string;
    readonly args?: JsonObject;
  };
  "permission.asked": { readonly request: string; readonly permission: string; readonly patterns: readonly string[] };
  "permission.answered": {
    /** The host's own request, or the id of a call that the engine had asked about. */
    readonly request: string;
    readonly answer: "once" | "always" | "reject";
  };
  usage: {
    readonly model: string;
    readonly input: number;
    readonly output: number;
    readonly cached?: number;
    /** US dollars. */
    readonly cost?: number;
  };
  "context.compact": { readonly reason: CompactionReason };
  "context.compacted": { readonly reason: CompactionReason };
  "turn.closing": { readonly message?: string };
  "turn.stop": { readonly outcome: "idle" | "error" | "aborted"; readonly message?: string };
  "worker.stop": { readonly outcome: "idle" | "error" | "aborted"; readonly agent?: string };
  "task.dispatch": {
    readonly call: string;
    readonly agent: string;
    readonly prompt?: string;
    /** What the task is called. */
    readonly subject?: string;
    /** The child session that is to go on with it. */
    readonly continues?: string;
  };
  "task.collect": { readonly call: string; readonly agent: string; readonly child?: string };
  "shell.start": { readonly folder: string };
  "file.changed": { readonly path: string };
  /** The time is over after which the engine had asked to be woken. */
  wake: Readonly<Record<never, never>>;
}

export type EventType = keyof Payloads;
export type EventOf<T extends EventType> = { readonly type: T } & Common & Payloads[T];

/** The closed list of neutral events. Every host's words are translated into these by its binding. */
export type EngineEvent = { [T in EventType]: EventOf<T> }[EventType];
