import { cpSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Json } from "../json.ts";
import { contentHash } from "./content-hash.ts";
import { readBounded } from "./read-bounded.ts";
import { unpackArchive } from "./unpack-archive.ts";

export type BundleSpec =
  | { readonly kind: "folder" | "archive"; readonly path: string }
  | { readonly kind: "npm"; readonly spec: string };

const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[A-Za-z0-9._~^<>=|-]+)?$/;
const MAX_ARCHIVE = 32 * 1024 * 1024;

/** What a person named: a folder, a tar archive, or a package of the npm registry. Null for anything else. */
export function readBundleSpec(spec: string, cwd: string): BundleSpec | null {
  const path = resolve(cwd, spec);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { kind: "folder", path };
  if (stats?.isFile()) return /\.(?:tgz|tar\.gz|tar)$/.test(path) ? { kind: "archive", path } : null;
  const name = spec.startsWith("npm:") ? spec.slice(4) : spec;
  if (isAbsolute(spec) || spec.startsWith(".") || spec.startsWith("-")) return null;
  return PACKAGE.test(name) ? { kind: "npm", spec: name } : null;
}

/** Why the person's own rules do not allow this source, or null. Null rules allow all; an empty list local ones only. */
export function sourceObjection(spec: BundleSpec, rules: Json | undefined): string | null {
  if (spec.kind !== "npm" || rules === undefined || rules === null) return null;
  if (!Array.isArray(rules) || !rules.every((rule) => typeof rule === "string")) {
    return "capabilities.strict_known_registries is no list of names";
  }
  return rules.includes("npm") ? null : "capabilities.strict_known_registries does not allow npm";
}

export interface FetchOptions {
  /** An empty folder that the bundle is put into. */
  readonly folder: string;
  /** A folder for what is needed on the way. */
  readonly scratch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Puts a copy of the bundle into a folder. No code of it is run. Answers why it cannot be had, or null. */
export async function fetchBundle(spec: BundleSpec, options: FetchOptions): Promise<string | null> {
  switch (spec.kind) {
    case "folder":
      return copyFolder(spec.path, options.folder);
    case "archive":
      return unpackFile(spec.path, options.folder);
    case "npm":
      return packFromRegistry(spec.spec, options);
  }
}

function copyFolder(from: string, to: string): string | null {
  const before = contentHash(from);
  if (!before.ok) return before.reason;
  cpSync(from, to, { recursive: true, dereference: false });
  const after = contentHash(to);
  return after.ok && after.hash === before.hash ? null : "it changed while it was copied";
}

function unpackFile(path: string, folder: string): Promise<string | null> | string {
  const read = readBounded(path, MAX_ARCHIVE);
  return read.ok ? unpackArchive(read.bytes, folder) : `it cannot be read (${read.code})`;
}

const NPM_TIMEOUT_MS = 120_000;

/** npm fetches and packs; scripts of the package stay off. */
async function packFromRegistry(spec: string, { folder, scratch, env }: FetchOptions): Promise<string | null> {
  const { execFile } = await import("node:child_process");
  mkdirSync(scratch, { recursive: true });
  const args = ["pack", spec, "--ignore-scripts", "--silent", "--pack-destination", scratch];
  const failure = await new Promise<string | null>((done) => {
    const options = { cwd: scratch, env: env as NodeJS.ProcessEnv, timeout: NPM_TIMEOUT_MS };
    execFile("npm", args, options, (error, _out, stderr) =>
      done(error ? `npm could not fetch it: ${(stderr || error.message).trim().slice(-500)}` : null),
    );
  });
  if (failure !== null) return failure;
  const archive = readdirSync(scratch).find((name) => name.endsWith(".tgz"));
  return archive === undefined ? "npm left no package behind" : unpackFile(join(scratch, archive), folder);
}
