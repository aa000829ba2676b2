import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

export type Level = "info" | "warning" | "error";

/**
 * Tells a person: through the host where somebody watches, else on standard error, and there only what went wrong.
 * Standard output belongs to the host's protocol. Never fails.
 */
export function tell(ctx: ExtensionContext, level: Level, text: string): void {
  try {
    if (ctx.hasUI) ctx.ui.notify(`Loopwright: ${text}`, level);
    else if (level !== "info") process.stderr.write(`loopwright: ${text}\n`);
  } catch {
    // The session was replaced in the meantime, and its context with it: nobody is left to tell.
  }
}
