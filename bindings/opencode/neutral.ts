import type { EngineEvent, JsonObject } from "../../engine/index.ts";
import { recordOf, textOf } from "../shared/untyped.ts";

/** An event of the host's bus as it really comes; the published types differ in names and fields. */
export interface BusEvent {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The result text of a finished call. MCP tools hand over a list of content items. */
export function resultText(output: unknown): string {
  const { output: text, content } = recordOf(output);
  if (typeof text === "string") return text;
  if (!Array.isArray(content)) return "";
  return content.map((item) => textOf(recordOf(item).text)).join("\n");
}

/** Puts another text into a finished call, where the host looks for it. What is no text stays. */
export function replaceText(output: unknown, text: string): void {
  const call = recordOf(output) as { output?: unknown; content?: unknown };
  if (!Array.isArray(call.content) || typeof call.output === "string") call.output = text;
  else call.content = [{ type: "text", text }, ...call.content.filter((item) => recordOf(item).type !== "text")];
}

/** A shell that ended badly is reported as a finished call with its exit code beside. */
export function callOutcome(output: unknown): "ok" | "error" {
  const { exit } = recordOf(recordOf(output).metadata);
  return (typeof exit === "number" && exit !== 0) || recordOf(output).isError === true ? "error" : "ok";
}

export function isAbort(error: unknown): boolean {
  return recordOf(error).name === "MessageAbortedError";
}

export type UsageFields = Omit<Extract<EngineEvent, { type: "usage" }>, "type" | "session" | "at">;

export function usageOf(info: Readonly<Record<string, unknown>>): UsageFields | null {
  const tokens = recordOf(info.tokens);
  const { input, output } = tokens;
  if (typeof input !== "number" || typeof output !== "number" || input + output === 0) return null;
  const cached = recordOf(tokens.cache).read;
  return {
    model: `${textOf(info.providerID)}/${textOf(info.modelID)}`,
    input,
    output,
    ...(typeof cached === "number" && cached > 0 && { cached }),
    ...(typeof info.cost === "number" && info.cost > 0 && { cost: info.cost }),
  };
}

/** What the host's task tool is asked for, in the engine's words. */
export function dispatchFields(args: JsonObject) {
  const { subagent_type: agent, prompt, description, task_id: task } = args;
  const subject = textOf(description);
  const continues = textOf(task);
  return {
    agent: textOf(agent),
    prompt: textOf(prompt),
    ...(subject !== "" && { subject }),
    ...(continues !== "" && { continues }),
  };
}
