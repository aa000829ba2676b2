type Satisfies = typeof import("semver/functions/satisfies");

let loaded: Satisfies | undefined;

/** Whether a version lies in a range, as npm reads both. Only installed capabilities ask, so it is loaded for them. */
export function satisfies(version: string, range: string): boolean {
  loaded ??= require("semver/functions/satisfies") as Satisfies;
  return loaded(version, range);
}
