import type { BunPlugin } from "bun";

/**
 * A bundler lifts imports of built-in modules to the top of its output, also those of code that is loaded late, and a
 * runtime that links their exports builds all of them: streams, for one, because `node:fs` exports some. Asked for as
 * an object, a module costs what is used of it, when it is used.
 */
export const lateBuiltins: BunPlugin = {
  name: "late-builtins",
  setup(build) {
    // The bundler itself needs `node:module` first of all.
    build.onResolve({ filter: /^node:(?!module$)/ }, ({ path }) => ({ path, namespace: "late-builtin" }));
    build.onLoad({ filter: /.*/, namespace: "late-builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};
