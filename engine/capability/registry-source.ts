import { type LoadOptions, loadWatched } from "./load-registry.ts";
import type { Registry } from "./registry.ts";
import { watchedValue } from "./watched-value.ts";

/**
 * The registry of a project, composed again only when something that it depends on has changed. A warm answer costs one
 * `lstat` for each of these paths and lists no folder.
 */
export function createRegistrySource(optionsOf: () => LoadOptions): () => Registry {
  let options: LoadOptions | undefined;
  return watchedValue((watched) => {
    options ??= optionsOf();
    return loadWatched(options, watched);
  });
}
