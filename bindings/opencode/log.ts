import type { PluginInput } from "@opencode-ai/plugin";

export type Level = "debug" | "info" | "warn" | "error";

/** The host's own log, which is safe at every moment. Never awaited, never fails. */
export type Log = (level: Level, message: string, extra?: Record<string, unknown>) => void;

export function createLog(client: PluginInput["client"]): Log {
  return (level, message, extra) => {
    try {
      client.app
        .log({ body: { service: "loopwright", level, message, ...(extra && { extra }) } })
        .then(undefined, () => undefined);
    } catch {
      // Nowhere is left to say it.
    }
  };
}
