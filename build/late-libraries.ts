import type { BunPlugin } from "bun";

/** What is required of libraries where something needs it. */
export const LATE_LIBRARIES: readonly string[] = [
  "@modelcontextprotocol/sdk/validation/ajv",
  "picomatch",
  "semver/functions/satisfies",
  "unbash",
  "yaml",
];

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
    build.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: LATE_VALIDATOR,
      loader: "js",
    }));
  },
};

/** Every MCP server makes itself a validator for the forms that it lets a person fill in; most never show one. */
const LATE_VALIDATOR = `
  export class AjvJsonSchemaValidator {
    getValidator(schema) {
      const { AjvJsonSchemaValidator: Validator } = require("@modelcontextprotocol/sdk/validation/ajv");
      this.validator ??= new Validator();
      return this.validator.getValidator(schema);
    }
  }`;
