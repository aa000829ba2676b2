import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "reference");
const PACKAGES = join(FOLDER, "node_modules");

export interface Reference {
  readonly gsd: string;
  readonly omo: string;
  readonly node: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** The reference as it lies in bench/reference, or null while it is not installed. */
export function findReference(): Reference | null {
  const gsd = join(PACKAGES, "@opengsd", "gsd-core");
  const omo = join(PACKAGES, "oh-my-opencode");
  const node = join(PACKAGES, ".bin", "node");
  if (![gsd, omo, node].every((path) => existsSync(path))) return null;
  const names = ["@opengsd/gsd-core", "oh-my-opencode", "node"];
  return {
    gsd,
    omo: join(omo, "dist", "index.js"),
    node,
    versions: Object.fromEntries(names.map((name) => [name, versionOf(name)])),
  };
}

/** Installs what bench/reference/package.json names. Takes a minute and 700 MB, once. */
export function installReference(): Reference {
  const args = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--omit=optional"];
  const { status } = spawnSync("npm", args, { cwd: FOLDER, stdio: ["ignore", 2, 2] });
  const reference = findReference();
  if (status !== 0 || reference === null) throw new Error("the reference could not be installed; see above");
  return reference;
}

function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(PACKAGES, name, "package.json"), "utf8")).version;
}
