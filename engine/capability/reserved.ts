const PREFIXES = ["gsd-", "gsd-core-", "anthropic-"] as const;

/** Ids that no overlay may have. */
export function hasReservedPrefix(id: string): boolean {
  return PREFIXES.some((prefix) => id.startsWith(prefix));
}

/** The release of the reference whose manifests this engine understands: what `engines.gsd` is measured by. */
export const COMPATIBLE_VERSION = "1.14.0";
