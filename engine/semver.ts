type Semver = typeof import("semver");

let loaded: Semver | undefined;

/** Only installed capabilities ask for it, and it compiles all of its patterns when it is loaded. */
export function semver(): Semver {
  loaded ??= require("semver") as Semver;
  return loaded;
}
