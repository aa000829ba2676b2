import type { Hooks } from "@opencode-ai/plugin";
import * as z from "zod/mini";

/** The tool definitions that the host sends to the model, as text. */
export function toolDefinitions(hooks: readonly Hooks[]): string {
  const tools = hooks.flatMap(({ tool }) => Object.entries(tool ?? {}));
  return JSON.stringify(
    tools.map(([name, { description, args }]) => ({
      name,
      description,
      parameters: z.toJSONSchema(z.object(args as unknown as Record<string, z.ZodMiniType>)),
    })),
  );
}
