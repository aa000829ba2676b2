import type { Hooks } from "@opencode-ai/plugin";

type PromptHook = NonNullable<Hooks["chat.message"]>;

/** The agent and the model that a message speaks through. */
export interface Speaker {
  readonly agent?: string;
  readonly model?: { readonly providerID: string; readonly modelID: string };
}

/** Who speaks, as the message says; the hook's own input says it only where the caller did. */
export function speakerOf(...[input, { message }]: Parameters<PromptHook>): Speaker {
  const agent = message?.agent ?? input.agent;
  const { providerID, modelID } = message?.model ?? input.model ?? {};
  return {
    ...(agent !== undefined && { agent }),
    ...(providerID !== undefined && modelID !== undefined && { model: { providerID, modelID } }),
  };
}
