import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { CommandContent, Content } from "../shared/content.ts";

export type CommandHandler = (command: CommandContent, argument: string, ctx: ExtensionCommandContext) => Promise<void>;

/**
 * Registers our slash commands under names that nobody has; the names that were taken are returned. The host would
 * keep both and number them, and a person would have to know which is which.
 */
export function registerCommands(pi: ExtensionAPI, content: Content, handle: CommandHandler): readonly string[] {
  const taken = new Set(pi.getCommands().map(({ name }) => name));
  for (const [name, command] of Object.entries(content.commands)) {
    if (taken.has(name)) continue;
    pi.registerCommand(name, {
      description: command.description,
      handler: (argument, ctx) => handle(command, argument, ctx),
    });
  }
  return Object.keys(content.commands).filter((name) => taken.has(name));
}
