import type { ModelStep } from "./model-step.ts";

export interface ChatToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly (string | { readonly type?: string; readonly text?: string })[] | null;
  readonly tool_calls?: readonly ChatToolCall[];
  readonly tool_call_id?: string;
}

export interface ChatBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly { readonly function?: { readonly name: string; readonly description?: string } }[];
}

/** One request that a host made. */
export interface ModelRequest {
  /** Counts from 1. */
  readonly serial: number;
  readonly body: ChatBody;
  readonly offersTools: boolean;
  readonly toolNames: readonly string[];
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** The step that answered it; undefined before that, and for a request that offers no tools. */
  readonly answeredBy: ModelStep | undefined;
  /** The client went away before the answer was complete. */
  readonly cutOff: boolean;
}

export interface ToolResult {
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly text: string;
}

/** All message text of a request, oldest first. */
export function textOf(request: ModelRequest): string {
  return request.messages.map((message) => message.text).join("\n");
}

/** The results that answer the newest calls, in the order in which the host gives them. */
export function toolResults(request: ModelRequest): ToolResult[] {
  const messages = request.body.messages ?? [];
  const asked = messages.findLastIndex((message) => (message.tool_calls ?? []).length > 0);
  const calls = messages[asked]?.tool_calls ?? [];
  return messages.slice(asked + 1).flatMap((message) => {
    const call = calls.find(({ id }) => id === message.tool_call_id);
    if (call === undefined) return [];
    const { name, arguments: args } = call.function;
    return [{ callId: call.id, tool: name, args: JSON.parse(args) as unknown, text: textOfMessage(message) }];
  });
}

/** The text parts of one message. */
export function textOfMessage({ content }: ChatMessage): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  return content.map((part) => (typeof part === "string" ? part : (part.text ?? ""))).join("\n");
}

/** What these requests told the model of its calls, as one text. */
export function toolResultText(requests: readonly ModelRequest[]): string {
  return requests
    .flatMap(toolResults)
    .map(({ text }) => text)
    .join("\n");
}
