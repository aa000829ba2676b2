import { cpSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { createSha512 } from "../file/digest.ts";
import type { Json } from "../json.ts";
import { contentHash } from "./content-hash.ts";
import { packNpmPackage } from "./npm-package.ts";
import { readBounded } from "./read-bounded.ts";
import { readWords } from "./read-words.ts";
import { unpackArchive } from "./unpack-archive.ts";

export type BundleSpec =
  | { readonly kind: "folder" | "archive"; readonly path: string }
  | { readonly kind: "npm"; readonly spec: string };

const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[A-Za-z0-9._~^<>=|-]+)?$/;
const MAX_ARCHIVE = 32 * 1024 * 1024;

/** What a person named: a folder, a tar archive, or a package of the npm registry. Null for anything else. */
export function readBundleSpec(spec: string, cwd: string): BundleSpec | null {
  // What is named as a package is never a folder of the project, whatever that is called.
  if (spec.startsWith("npm:")) return packageSpec(spec.slice("npm:".length));
  const path = resolve(cwd, spec);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return { kind: "folder", path };
  if (stats?.isFile()) return /\.(?:tgz|tar\.gz|tar)$/.test(path) ? { kind: "archive", path } : null;
  return isAbsolute(spec) || spec.startsWith(".") ? null : packageSpec(spec);
}

function packageSpec(spec: string): BundleSpec | null {
  return PACKAGE.test(spec) && !spec.startsWith("-") ? { kind: "npm", spec } : null;
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
  /** Longest wait for a registry, in milliseconds. */
  readonly timeoutMs: number;
}

export type Fetched =
  /** `integrity` is that of the archive; empty where there is none. */
  { readonly ok: true; readonly integrity: string } | { readonly ok: false; readonly reason: string };

/** Puts a copy of the bundle into a folder. No code of it is run. */
export async function fetchBundle(spec: BundleSpec, options: FetchOptions): Promise<Fetched> {
  switch (spec.kind) {
    case "folder":
      return copyFolder(spec.path, options.folder);
    case "archive":
      return unpackFile(spec.path, options.folder);
    case "npm":
      return packedFromRegistry(spec.spec, options);
  }
}

function copyFolder(from: string, to: string): Fetched {
  const before = contentHash(from);
  if (!before.ok) return before;
  cpSync(from, to, { recursive: true, dereference: false });
  const after = contentHash(to);
  if (after.ok && after.hash === before.hash) return { ok: true, integrity: "" };
  return { ok: false, reason: "it changed while it was copied" };
}

async function unpackFile(path: string, folder: string): Promise<Fetched> {
  const read = readBounded(path, MAX_ARCHIVE);
  if (!read.ok && read.code === "too_large") return { ok: false, reason: "the archive is larger than 32 MiB" };
  if (!read.ok) return { ok: false, reason: `it cannot be read: ${readWords(read.code)}` };
  const problem = await unpackArchive(read.bytes, folder);
  if (problem !== null) return { ok: false, reason: problem };
  return { ok: true, integrity: `sha512-${createSha512().update(read.bytes).digest("base64")}` };
}

async function packedFromRegistry(spec: string, { folder, scratch, env, timeoutMs }: FetchOptions): Promise<Fetched> {
  const packed = await packNpmPackage(spec, { scratch, env, timeoutMs });
  return packed.ok ? unpackFile(packed.archive, folder) : packed;
}
