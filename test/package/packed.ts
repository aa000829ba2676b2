import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");

/** The package as npm would publish it, installed in an empty folder. */
export interface Packed {
  /** The folder that has it in its `node_modules`. */
  readonly folder: string;
  /** The installed package itself. */
  readonly installed: string;
  readonly tarball: string;
  remove(): void;
}

/** Packs what `npm run build` left in `dist/` and installs the tarball, with no registry to ask. */
export function packAndInstall(): Packed {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-packed-"));
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync("npm", args, { cwd, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8", timeout: 120_000 });
  npm(["pack", "--ignore-scripts", "--pack-destination", folder], ROOT);
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball], folder);
  return {
    folder,
    installed: join(folder, "node_modules", "loopwright"),
    tarball,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
