import { isKnownRuntime } from "./central-names.ts";

const PREFIXES = ["gsd-", "gsd-core-", "anthropic-"] as const;

/** Capabilities of the reference for reviewers that are no host. */
const REVIEWERS = ["coderabbit", "gemini", "llama-cpp", "lm-studio", "ollama"];

/** Ids that no overlay may have: a host's or a reviewer's own, and those of the maker. */
export function isReservedId(id: string): boolean {
  return PREFIXES.some((prefix) => id.startsWith(prefix)) || isKnownRuntime(id) || REVIEWERS.includes(id);
}

/** The release of the reference whose manifests this engine understands: what `engines.gsd` is measured by. */
export const COMPATIBLE_VERSION = "1.14.0";
