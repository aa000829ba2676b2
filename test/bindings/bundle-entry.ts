import { join } from "node:path";

const REPOSITORY = join(import.meta.dir, "..", "..");

/** Bundles an entry of `plugin/` into a folder the way it is shipped: one file that needs nothing beside it. */
export async function bundleEntry(name: "opencode" | "pi" | "mcp" | "cli", folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(REPOSITORY, "plugin", `${name}.ts`)],
    outdir: folder,
    naming: "[name].mjs",
    target: "node",
    format: "esm",
    minify: { whitespace: true, syntax: true },
  });
  if (!built.success) throw new AggregateError(built.logs, `${name} could not be bundled`);
  return join(folder, `${name}.mjs`);
}
