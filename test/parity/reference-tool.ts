import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../engine/index.ts";
import type { Ran, Tool } from "../golden/golden-project.ts";

const FOLDER = import.meta.dir;
const NODE = join(FOLDER, "node_modules/.bin/node");
const TOOL = join(FOLDER, "node_modules/@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs");

/** Installs the reference beside this file when it is not there. */
export function installReference(): void {
  if (existsSync(TOOL) && existsSync(NODE)) return;
  process.stdout.write("Installing the reference into test/parity/node_modules …\n");
  const args = ["install", "--no-audit", "--no-fund", "--no-package-lock"];
  const { status } = spawnSync("npm", args, { cwd: FOLDER, stdio: "inherit" });
  if (status !== 0) throw new Error("npm could not install the reference");
}

const TIMEOUT_MS = 60_000;

/** The reference's own command line, on the Node that it asks for. */
export const referenceTool: Tool = (args, { cwd, env }) =>
  new Promise<Ran>((resolve, reject) => {
    const child = spawn(NODE, [TOOL, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: TIMEOUT_MS });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString("utf8");
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ exit: code ?? -1, stdout, stderr }));
  });

export function readReferenceWarning(warning: string): JsonObject {
  const match = /"([a-z][a-z0-9-]*)".* gate at (\S+) /.exec(warning);
  return match ? { kind: "gate-not-loaded", capId: match[1], point: match[2] } : { kind: "other" };
}
