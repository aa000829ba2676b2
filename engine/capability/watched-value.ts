import { WatchedPaths } from "./watched-paths.ts";

/** Remembers what was made of some paths until one of them changes. `make` notes every path before it reads it. */
export function watchedValue<T>(make: (watched: WatchedPaths) => T): () => T {
  let last: { readonly watched: WatchedPaths; readonly value: T; readonly readAt: number } | undefined;
  return () => {
    if (last?.watched.unchanged(last.readAt)) return last.value;
    const readAt = Date.now();
    const watched = new WatchedPaths();
    last = { watched, value: make(watched), readAt };
    return last.value;
  };
}
