import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../../engine/index.ts";

/** The first line that a child writes. */
export interface Hello {
  /** Version of the child's own code. */
  readonly loopwright: string;
  readonly protocolVersion: number;
  readonly runtime: string;
  readonly runtimeVersion: string;
  /** The parent's own word, given back: proof that our code ran and not something that merely exits with 0. */
  readonly nonce: string;
  /** The serialized result of negotiation between host and engine. */
  readonly negotiation: JsonObject;
}

/** A child's first line as a hello, or undefined when it is anything else or answers another parent. */
export function parseHello(line: string, nonce: string): Hello | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const parsed = helloSchema().safeParse(value);
  return parsed.success && parsed.data.nonce === nonce ? parsed.data : undefined;
}

const createHelloSchema = () =>
  z.object({
    loopwright: z.string(),
    protocolVersion: z.number(),
    runtime: z.string(),
    runtimeVersion: z.string(),
    nonce: z.string(),
    negotiation: z.custom<JsonObject>(isJsonObject),
  });

let schema: ReturnType<typeof createHelloSchema> | undefined;

function helloSchema() {
  schema ??= createHelloSchema();
  return schema;
}
