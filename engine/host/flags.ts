import type { Report } from "./diagnostic.ts";
import { ownValue } from "./own-record.ts";
import { FLAG_NAMES, type FlagName, type HostIntegrationAxes, type RuntimeFlags, UNDOCUMENTED } from "./vocabulary.ts";

export const NO_FLAGS: RuntimeFlags = {
  systemMessages: false,
  childProcess: false,
  arbitraryFs: false,
  inProcess: false,
};

const RUNS_JAVASCRIPT: readonly string[] = ["node", "bun", "electron"];

function possible(flag: FlagName, axes: HostIntegrationAxes, runtimeKept: boolean): boolean {
  const hasSystem = runtimeKept && axes.runtime !== "sandboxed-web";
  switch (flag) {
    case "systemMessages":
      return true;
    case "childProcess":
      return hasSystem;
    case "arbitraryFs":
      return hasSystem && axes.stateIO === "filesystem";
    case "inProcess":
      return runtimeKept && axes.embeddingMode === "imperative" && RUNS_JAVASCRIPT.includes(axes.runtime);
  }
}

/**
 * The declared flags, each false unless literally true and not ruled out by the axes.
 * `runtimeKept` tells a declared runtime from the floor's label, from which nothing may be concluded.
 */
export function negotiateFlags(
  declared: unknown,
  axes: HostIntegrationAxes,
  runtimeKept: boolean,
  report: Report,
): RuntimeFlags {
  if (declared === UNDOCUMENTED) report("axis-undocumented", "flags");
  const settle = (flag: FlagName): boolean => {
    const value = ownValue(declared, flag);
    if (value === undefined || value === null || value === false) return false;
    if (value !== true) {
      report(value === UNDOCUMENTED ? "axis-undocumented" : "value-not-boolean", `flags.${flag}`);
      return false;
    }
    const allowed = possible(flag, axes, runtimeKept);
    if (!allowed) report("flag-withheld", `flags.${flag}`);
    return allowed;
  };
  const flags = { ...NO_FLAGS };
  for (const flag of FLAG_NAMES) flags[flag] = settle(flag);
  return flags;
}
