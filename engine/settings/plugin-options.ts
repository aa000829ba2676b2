import type { Json } from "../json.ts";
import type { Shape } from "./shape.ts";

/** An option beside the plugin's name in the host's own configuration. */
export interface PluginOption {
  readonly takes: Shape;
  readonly fallback: Json;
  readonly says: string;
}

export const ENGINE_MODES = ["auto", "in-process", "child"] as const;

/** Options of the OpenCode plugin; pi has none. */
export const PLUGIN_OPTIONS = {
  engine: {
    takes: { is: "choice", of: ENGINE_MODES },
    fallback: "auto",
    says: "Where the engine runs: auto takes the host's process and falls back to a child.",
  },
  clientDeadlineMs: {
    takes: { is: "count", from: 1 },
    fallback: 3000,
    says: "Longest wait for a call to the host, in milliseconds.",
  },
} as const satisfies Readonly<Record<string, PluginOption>>;
