import type { Registry } from "../capability/registry.ts";
import type { Json, JsonObject } from "../json.ts";
import { lookupConfig } from "../planning/config.ts";

/** Reads one setting by its dotted key: the project's own value when its type fits, else the capability's default. */
export function setting(config: JsonObject, registry: Registry, key: string): Json | undefined {
  const written = lookupConfig(config, key);
  const slice = Object.hasOwn(registry.configSchema, key) ? registry.configSchema[key] : undefined;
  if (!slice) return written;
  if (written === undefined) return slice.default;
  const fits =
    slice.type === "enum"
      ? typeof written === "string" && (slice.values ?? []).includes(written)
      : typeof written === slice.type;
  return fits ? written : slice.default;
}
