import type { BunPlugin } from "bun";

/** Libraries that the engine requires where it needs them, by name. */
export const LATE_LIBRARIES: readonly string[] = ["picomatch", "semver", "unbash", "yaml"];

/** The folder of their files, beside the folders that hold the parts of programs. */
export const LIBRARY_FOLDER = "lib";

/**
 * A bundler puts a library that is required in passing into a part that is read at once. Each of these stays a file of
 * its own instead, so that a program which never asks for it does not read it.
 */
export const lateLibraries: BunPlugin = {
  name: "late-libraries",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(?:${LATE_LIBRARIES.join("|")})$`) }, ({ path, kind }) =>
      kind === "require-call" ? { path: `../${LIBRARY_FOLDER}/${path}.cjs`, external: true } : undefined,
    );
  },
};
