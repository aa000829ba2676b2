import type { CapabilityManifest } from "../capability/manifest.ts";

/** Why a capability does not take part under a host, or null. A host that cannot be named is not held against anyone. */
export function runtimeObjection(
  { supported, unsupported }: CapabilityManifest["runtimeCompat"],
  runtime: string | null,
): string | null {
  if (runtime === null) return null;
  if (unsupported.includes(runtime)) return `it does not work under ${runtime}`;
  if (supported.includes("*") || supported.includes(runtime)) return null;
  return `it works under ${supported.join(", ")}, not under ${runtime}`;
}
