import { join } from "node:path";

/** Bundles a file of this folder into one that every runtime runs, and answers with its path. */
export async function bundleInto(outdir: string, file: string): Promise<string> {
  const entrypoints = [join(import.meta.dirname, file)];
  const built = await Bun.build({ entrypoints, outdir, target: "node", format: "esm", naming: "[name].mjs" });
  if (!built.success) throw new AggregateError(built.logs, `${file} could not be bundled`);
  return join(outdir, `${file.replace(/^.*\/|\.ts$/g, "")}.mjs`);
}
