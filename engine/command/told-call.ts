import * as z from "zod/mini";
import { readToolCall } from "../guard/tool-call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";

export interface ToldCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * The calls that somebody may mean: a tool and its arguments, or all of it as one text. Such a text is a call as JSON
 * (`tool` and `args`), a tool that is known with what follows it, or a shell's command; what could be two of these is
 * both.
 */
export function toldCalls(tool: string, args: string | undefined): readonly ToldCall[] {
  const text = tool.trim();
  if (args !== undefined) return [{ tool, args: argumentsOf(args) }];
  const whole = parsed(text);
  if (isJsonObject(whole)) return [{ tool: textOf(whole.tool), args: isJsonObject(whole.args) ? whole.args : {} }];
  const [, name = text, rest] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
  if (rest === undefined) return [{ tool, args: {} }];
  const isKnown = readToolCall(name, {}).kind !== "unknown";
  const shell = { tool: "bash", args: { command: text } };
  return isKnown ? [{ tool: name, args: argumentsOf(rest) }, shell] : [shell];
}

/** JSON, or the one argument that a tool of a host is about. */
function argumentsOf(text: string): JsonObject {
  const value = parsed(text);
  return isJsonObject(value) ? value : { filePath: text, command: text, patchText: text };
}

function parsed(text: string): Json | undefined {
  try {
    return z.json().parse(JSON.parse(text)) as Json;
  } catch {
    // It is not meant as JSON.
    return undefined;
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
