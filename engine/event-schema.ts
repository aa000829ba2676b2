import * as z from "zod/mini";
import type { EventType } from "./event.ts";
import { speakInWords } from "./schema-language.ts";

function schemas(): Readonly<Record<EventType, z.ZodMiniType>> {
  const common = {
    session: z.object({ id: z.string(), role: z.enum(["root", "child", "unknown"]) }),
    at: z.number(),
  };
  const event = (shape: Record<string, z.ZodMiniType>) => z.object({ ...common, ...shape });
  const text = z.string();
  const maybe = z.optional(text);
  const args = z.record(text, z.unknown());
  const outcome = z.enum(["idle", "error", "aborted"]);
  const compaction = event({ reason: z.enum(["person", "threshold", "overflow", "unknown"]) });
  return {
    "session.start": event({
      reason: z.enum(["startup", "resume", "fork", "reload"]),
      folder: text,
      parent: maybe,
      agent: maybe,
    }),
    "session.end": event({ reason: z.enum(["quit", "deleted", "reload", "replaced"]) }),
    "prompt.submit": event({ text, author: z.enum(["person", "command", "engine"]), agent: maybe, model: maybe }),
    "tool.before": event({ tool: text, call: text, args }),
    "tool.after": event({
      tool: text,
      call: text,
      outcome: z.enum(["ok", "error", "denied"]),
      result: text,
      args: z.optional(args),
    }),
    "permission.asked": event({ request: text, permission: text, patterns: z.array(text) }),
    "permission.answered": event({ request: text, answer: z.enum(["once", "always", "reject"]) }),
    usage: event({
      model: text,
      input: z.number(),
      output: z.number(),
      cached: z.optional(z.number()),
      cost: z.optional(z.number()),
    }),
    "context.compact": compaction,
    "context.compacted": compaction,
    "turn.closing": event({ message: maybe }),
    "turn.stop": event({ outcome, message: maybe }),
    "worker.stop": event({ outcome, agent: maybe }),
    "task.dispatch": event({ call: text, agent: text, prompt: maybe, subject: maybe, continues: maybe }),
    "task.collect": event({ call: text, agent: text, child: maybe }),
    "shell.start": event({ folder: text }),
    "file.changed": event({ path: text }),
    wake: event({}),
  };
}

let cached: ReturnType<typeof schemas> | undefined;

/** The problems of an event, each with the path of its field; empty when it fits the closed list. */
export function parseEvent(event: { readonly type: string }): readonly string[] {
  speakInWords();
  cached ??= schemas();
  const schema = Object.hasOwn(cached, event.type) ? cached[event.type as EventType] : undefined;
  if (!schema) return [`type: ${JSON.stringify(event.type)} is not in the closed list`];
  const result = schema.safeParse(event);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}
