import type { JsonObject } from "./json.ts";

/** Why a call was refused, in the three parts that every refusal has. */
export interface Refusal {
  /** The rule that decided, for example `secret.read`. */
  readonly rule: string;
  readonly reason: string;
  /** What to do instead, addressed to whoever was refused. */
  readonly remedy: string;
}

/** What a binding is asked to do with its host's own means. JSON-safe; applied in order. */
export type Reaction =
  | ({ readonly type: "deny" } & Refusal)
  | ({ readonly type: "ask" } & Refusal)
  | { readonly type: "replaceArgs"; readonly args: JsonObject }
  | { readonly type: "replaceResult"; readonly result: string }
  /** Text the model must see with its next request. */
  | { readonly type: "context"; readonly text: string }
  /** Text of the session's system prompt from now until it ends, the same with every call; the first one stands. */
  | { readonly type: "instruct"; readonly text: string }
  | { readonly type: "notify"; readonly level: "info" | "warning" | "error"; readonly text: string }
  /** Send this prompt as the next turn of the same session. */
  | { readonly type: "continue"; readonly prompt: string }
  /** Do not go on by itself, also where the host would. */
  | { readonly type: "hold"; readonly reason: string }
  | { readonly type: "env"; readonly values: Readonly<Record<string, string>> }
  /** Send a `wake` event of this session after so many milliseconds; a newer request takes the place of the older. */
  | { readonly type: "wake"; readonly after: number };

export type ReactionType = Reaction["type"];
