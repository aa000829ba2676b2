import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../../engine/index.ts";
import { ENGINE_CHILD_FLAG } from "./wire.ts";

/** What the engine in the child is created from; JSON-safe, since it travels as an argument. */
export type ChildOptions = JsonObject;

/** What a parent tells its child on the command line. */
export interface Invocation {
  readonly nonce: string;
  readonly options: ChildOptions;
}

/** Arguments that follow the interpreter's own. */
export function invocationArguments(entry: string, invocation: Invocation): string[] {
  return [entry, ENGINE_CHILD_FLAG, JSON.stringify(invocation)];
}

/** The invocation in a child's `argv`, or undefined when there is none or it is damaged. */
export function readInvocation(argv: readonly string[]): Invocation | undefined {
  try {
    const parsed = createInvocationSchema().safeParse(JSON.parse(argv[3] ?? ""));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const createInvocationSchema = () => z.object({ nonce: z.string(), options: z.custom<ChildOptions>(isJsonObject) });
