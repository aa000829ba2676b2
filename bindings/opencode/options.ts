import type { PluginOptions } from "@opencode-ai/plugin";

export interface BindingOptions {
  /** Where the engine runs: `auto` takes the host's process and falls back to a child. */
  readonly engine: "auto" | "in-process" | "child";
  /** Longest wait for a call to the host, in milliseconds. */
  readonly clientDeadlineMs: number;
}

/** Reads the options of the config entry. What does not fit keeps its default and is named. */
export function readOptions(options: PluginOptions | undefined): {
  options: BindingOptions;
  problems: readonly string[];
} {
  const problems: string[] = [];
  const { engine = "auto", clientDeadlineMs = 3000, ...others } = options ?? {};
  for (const name of Object.keys(others)) problems.push(`unknown option ${name}`);
  const engines = ["auto", "in-process", "child"] as const;
  const chosen = engines.find((mode) => mode === engine);
  if (!chosen) problems.push(`engine must be one of ${engines.join(", ")}`);
  const isWait = typeof clientDeadlineMs === "number" && clientDeadlineMs > 0;
  if (!isWait) problems.push("clientDeadlineMs must be a positive number");
  return { options: { engine: chosen ?? "auto", clientDeadlineMs: isWait ? clientDeadlineMs : 3000 }, problems };
}
