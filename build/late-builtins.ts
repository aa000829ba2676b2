import type { BunPlugin } from "bun";

/** Built-in modules that every entry needs at once; the others wait until something uses them. */
const EAGER = new Set(["node:fs", "node:path", "node:url", "node:module"]);

/**
 * A bundler lifts imports of built-in modules to the top of its output, also those of code that is loaded late. A host
 * would pay for each of them when it starts.
 */
export const lateBuiltins: BunPlugin = {
  name: "late-builtins",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path }) =>
      EAGER.has(path) ? { path, external: true } : { path, namespace: "late-builtin" },
    );
    build.onLoad({ filter: /.*/, namespace: "late-builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};
