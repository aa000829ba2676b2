import { basename, join } from "node:path";

/** Bundles one of the fixtures into a plain JavaScript file that every runtime runs. */
export async function bundle(fixture: string, folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dirname, fixture)],
    outdir: folder,
    target: "node",
    naming: "[name].mjs",
  });
  if (!built.success) throw new AggregateError(built.logs, `${fixture} could not be bundled`);
  return join(folder, basename(fixture).replace(/\.ts$/, ".mjs"));
}
