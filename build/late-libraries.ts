import type { BunPlugin } from "bun";

/** What the engine requires of libraries where it needs it. */
export const LATE_LIBRARIES: readonly string[] = ["picomatch", "semver/functions/satisfies", "unbash", "yaml"];

/** A library's file below `dist/`, in a folder beside those that hold the parts of programs. */
export function libraryFile(library: string): string {
  return `lib/${library.replaceAll("/", "-")}.cjs`;
}

/**
 * A bundler puts a library that is required in passing into a part that is read at once. Each of these stays a file of
 * its own instead, so that a program which never asks for it does not read it.
 */
export const lateLibraries: BunPlugin = {
  name: "late-libraries",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${LATE_LIBRARIES.join("|")})$`) }, ({ path, kind }) =>
      kind === "require-call" ? { path: `../${libraryFile(path)}`, external: true } : undefined,
    );
  },
};
