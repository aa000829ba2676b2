import type { Json } from "../../engine/index.ts";

/** The value at a dotted path such as `phases[0].name`, `phases.0.name` or `phases.length`; undefined when absent. */
export function pick(data: Json, path: string): Json | undefined {
  const keys = path.replace(/\[(\d+)\]/g, ".$1").split(".");
  let value: Json | undefined = data;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, Json | undefined>>)[key];
  }
  return value;
}
