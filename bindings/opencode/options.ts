import type { PluginOptions } from "@opencode-ai/plugin";
import { ENGINE_MODES, PLUGIN_OPTIONS } from "../../engine/index.ts";

export interface BindingOptions {
  /** Where the engine runs: `auto` takes the host's process and falls back to a child. */
  readonly engine: (typeof ENGINE_MODES)[number];
  /** Longest wait for a call to the host, in milliseconds. */
  readonly clientDeadlineMs: number;
}

/** Reads the options of the config entry. What does not fit keeps its default and is named. */
export function readOptions(options: PluginOptions | undefined): {
  options: BindingOptions;
  problems: readonly string[];
} {
  const defaults = {
    engine: PLUGIN_OPTIONS.engine.fallback,
    clientDeadlineMs: PLUGIN_OPTIONS.clientDeadlineMs.fallback,
  };
  const { engine = defaults.engine, clientDeadlineMs = defaults.clientDeadlineMs, ...others } = options ?? {};
  const problems = Object.keys(others).map((name) => `unknown option ${name}`);
  const chosen = ENGINE_MODES.find((mode) => mode === engine);
  if (!chosen) problems.push(`engine must be one of ${ENGINE_MODES.join(", ")}`);
  const isWait = typeof clientDeadlineMs === "number" && clientDeadlineMs > 0;
  if (!isWait) problems.push("clientDeadlineMs must be a positive number");
  return {
    options: {
      engine: chosen ?? defaults.engine,
      clientDeadlineMs: isWait ? clientDeadlineMs : defaults.clientDeadlineMs,
    },
    problems,
  };
}
