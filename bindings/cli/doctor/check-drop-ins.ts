import { existsSync, readdirSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import type { CliIo } from "../cli-io.ts";
import { checkEntryShape, type EntryShape } from "../entry-shape.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";

const SCRIPTS = /^\.[cm]?[jt]sx?$/;

/** Every script in the project's plugin folders, tried as OpenCode would. */
export async function checkDropIns(root: string, io: CliIo): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const folder of [join(root, ".opencode", "plugin"), join(root, ".opencode", "plugins")]) {
    for (const file of scriptsIn(folder)) {
      const shape = await checkEntryShape(file, folder, { cli: io.entries.cli, root, env: io.env });
      findings.push(findingOn(relative(root, file), shape, isTried(file, folder)));
    }
  }
  return findings;
}

/** The folder's own files, and the index files of its subfolders, which people take for plugins. */
function scriptsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return names.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return SCRIPTS.test(extname(entry.name)) ? [path] : [];
    return ["index.js", "index.ts"].map((name) => join(path, name)).filter((file) => existsSync(file));
  });
}

/** Whether the host takes the file for a plugin at all. */
function isTried(file: string, folder: string): boolean {
  return dirname(file) === folder && [".js", ".ts"].includes(extname(file));
}

function findingOn(file: string, shape: EntryShape | null, tried: boolean): Finding {
  if (shape === null) {
    return warning("drop-in", `${file} was not tried.`, "Install OpenCode or Bun here, which read TypeScript.");
  }
  const { verdict, reason } = shape;
  if (reason === null) return fine("drop-in", `${file} loads.`);
  if (verdict === "loads") return failure("drop-in", `${file} loads and does harm.`, reason);
  const says =
    verdict === "line" ? "is refused; OpenCode's log has a line on it" : "is not loaded, and nothing says so";
  return (tried ? failure : warning)("drop-in", `${file} ${says}.`, reason);
}
