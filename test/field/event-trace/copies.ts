import { join } from "node:path";
import { bindOpenCode } from "../../../bindings/opencode/bind.ts";
import type { Given } from "./case.ts";
import type { Bind, Copy } from "./host-process.ts";

const ENTRY = new URL("../../../bindings/opencode/bind.ts", import.meta.url).pathname;

/** The copies of the plugin that a case installs. Several are bundled apart, so that they share no module. */
export async function installCopies({ copies }: Given, folder: string): Promise<readonly Copy[]> {
  if (copies === undefined) return [{ name: "package", version: "0.0.0", bind: bindOpenCode }];
  return Promise.all(copies.map(async ({ name, version }) => ({ name, version, bind: await bundle(folder, name) })));
}

async function bundle(folder: string, name: string): Promise<Bind> {
  const naming = `${name}.js`;
  const result = await Bun.build({ entrypoints: [ENTRY], outdir: folder, naming, target: "node", format: "esm" });
  if (!result.success) throw new Error(result.logs.join("\n"));
  const module: { readonly bindOpenCode: Bind } = await import(join(folder, naming));
  return module.bindOpenCode;
}
