import type { Report } from "./diagnostic.ts";
import { isPositiveInteger } from "./engine-capabilities.ts";

/** `spoken` is what both sides use; `declared` is what the host's values are measured by. */
export interface NegotiatedVersion {
  readonly spoken: number;
  readonly declared: number;
}

/** The lower of both versions. Left out by the host: the engine's; unusable: 1. */
export function negotiateVersion(declared: unknown, engineVersion: number, report: Report): NegotiatedVersion {
  if (declared === undefined) return { spoken: engineVersion, declared: engineVersion };
  if (!isPositiveInteger(declared)) {
    report("version-invalid", "protocolVersion");
    return { spoken: 1, declared: 1 };
  }
  if (declared > engineVersion) report("version-newer", "protocolVersion", `${declared} against ${engineVersion}`);
  return { spoken: Math.min(declared, engineVersion), declared };
}
