import { execFile } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Command } from "./host-process.ts";
import { inheritedEnvironment } from "./inherited-environment.ts";

export type JavaScriptRuntime = "node" | "bun";

/** The oldest Node that runs pi. */
export const PI_NODE_VERSION = "22.19.0";

const PI_PACKAGES = ["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"];
const VERSION_DEADLINE_MS = 5_000;

/** The OpenCode binary: of an installed `opencode-ai`, else on PATH. */
export function findOpenCode(): string | undefined {
  return programOfPackage("opencode-ai", "opencode") ?? onPath("opencode");
}

/** pi's command-line file: of an installed package, else what `pi` on PATH points to. */
export function findPi(): string | undefined {
  for (const name of PI_PACKAGES) {
    const file = programOfPackage(name, "pi");
    if (file !== undefined) return file;
  }
  const link = onPath("pi");
  return link === undefined ? undefined : realpathSync(link);
}

/** A Bun: the one that runs us, an installed `bun` package, else on PATH. */
export function findBun(): string | undefined {
  return runningAs("bun") ?? programOfPackage("bun", "bun") ?? onPath("bun");
}

/** A Node of at least `version`: the one that runs us, else on PATH. */
export async function findNode(version: string): Promise<string | undefined> {
  const running = runningAs("node");
  if (running !== undefined && isAtLeast(process.versions.node, version)) return running;
  const program = onPath("node");
  if (program === undefined) return undefined;
  return isAtLeast(await printedVersion(program), version) ? program : undefined;
}

/** How to start pi here, with `runtime` or the first that fits; undefined when pi or a runtime for it is missing. */
export async function piCommand(runtime?: JavaScriptRuntime): Promise<Command | undefined> {
  const cli = findPi();
  if (cli === undefined) return undefined;
  if (!/\.[cm]?js$/.test(cli)) return { program: cli, args: [] };
  const node = runtime === "bun" ? undefined : await findNode(PI_NODE_VERSION);
  if (node !== undefined) return { program: node, args: [cli] };
  const bun = runtime === "node" ? undefined : findBun();
  // Without the flag Bun fetches a missing import from the registry while it runs.
  return bun === undefined ? undefined : { program: bun, args: ["--no-install", cli] };
}

/** By name, since a host that embeds a runtime answers to `process.versions` but not as an interpreter. */
function runningAs(runtime: JavaScriptRuntime): string | undefined {
  return basename(process.execPath, ".exe") === runtime ? process.execPath : undefined;
}

function isAtLeast(found: string, wanted: string): boolean {
  const order = new Intl.Collator("en", { numeric: true });
  return order.compare(found.replace(/^v/, ""), wanted) >= 0;
}

function printedVersion(program: string): Promise<string> {
  const options = { timeout: VERSION_DEADLINE_MS, env: inheritedEnvironment() };
  return new Promise((resolve) => {
    execFile(program, ["--version"], options, (error, stdout) => resolve(error ? "" : stdout.trim()));
  });
}

function programOfPackage(packageName: string, binName: string): string | undefined {
  for (const folder of foldersUpward()) {
    const root = join(folder, "node_modules", packageName);
    const manifest = join(root, "package.json");
    if (!existsSync(manifest)) continue;
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin?: string | Record<string, string> };
    const relative = typeof bin === "string" ? bin : bin?.[binName];
    if (relative !== undefined && isFile(join(root, relative))) return join(root, relative);
  }
  return undefined;
}

function foldersUpward(): string[] {
  const folders: string[] = [];
  for (const start of [process.cwd(), dirname(fileURLToPath(import.meta.url))]) {
    for (let folder = start; ; folder = dirname(folder)) {
      folders.push(folder);
      if (dirname(folder) === folder) break;
    }
  }
  return folders;
}

function onPath(name: string): string | undefined {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const folders = (inheritedEnvironment().PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix))).find(isFile);
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
