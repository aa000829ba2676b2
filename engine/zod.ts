type Zod = typeof import("zod/mini");

let loaded: Zod | undefined;

/** For modules that a host loads when it starts, long before a schema is wanted. */
export function zod(): Zod {
  loaded ??= require("zod/mini") as Zod;
  return loaded;
}
