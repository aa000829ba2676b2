import { basename, join } from "node:path";

/** Bundles a file into one that every runtime runs, and answers with its path. */
export async function bundleInto(outdir: string, file: string): Promise<string> {
  const built = await Bun.build({ entrypoints: [file], outdir, target: "node", format: "esm", naming: "[name].mjs" });
  if (!built.success) throw new AggregateError(built.logs, `${file} could not be bundled`);
  return join(outdir, `${basename(file, ".ts")}.mjs`);
}
