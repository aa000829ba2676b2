type Yaml = typeof import("yaml");

let loaded: Yaml | undefined;

/** Loading the parser costs a host that starts more than most of what it is needed for, so it waits for a use. */
export function yaml(): Yaml {
  loaded ??= require("yaml") as Yaml;
  return loaded;
}
