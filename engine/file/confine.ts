import { lstatSync, realpathSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { join, parse, posix, relative, resolve, sep } from "node:path";

/** `descriptor`: relative and portable names only. `state`: relative, or absolute inside the root. */
export type ConfinePolicy = "descriptor" | "state";

export type ConfineCode =
  | "bad_path"
  | "path_traversal"
  | "absolute_path"
  | "root_itself"
  | "bad_name"
  | "protected_name"
  | "bad_root"
  | "symlink_refused"
  | "not_a_directory";

/** `abs` starts at the real root; `rel` uses `/`. */
export type Confined =
  | { readonly ok: true; readonly abs: string; readonly rel: string }
  | { readonly ok: false; readonly code: ConfineCode };

const MAX_UNITS = 4096;
const RESERVED = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\..*)?$/i;
/** Characters that some file systems drop when they compare names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Where `candidate` lies below `root`, or why it may not be touched. Nothing is expanded, and no link on the way is
 * followed, wherever it points; what is missing ends the walk. Never throws.
 */
export function confine(root: string, candidate: unknown, policy: ConfinePolicy, home: string = homedir()): Confined {
  const real = realRoot(root, home);
  if (real === null) return refuse("bad_root");
  const lexical = segmentsOf(root, real, candidate, policy);
  if (!Array.isArray(lexical)) return lexical;
  const walked = walk(real, lexical);
  if (walked !== null) return refuse(walked);
  return { ok: true, abs: join(real, ...lexical), rel: lexical.join("/") };
}

function realRoot(root: string, home: string): string | null {
  try {
    const real = realpathSync(root);
    if (!lstatSync(real).isDirectory() || real === parse(real).root) return null;
    return real === resolved(home) ? null : real;
  } catch {
    return null;
  }
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function segmentsOf(root: string, real: string, candidate: unknown, policy: ConfinePolicy): string[] | Confined {
  if (typeof candidate !== "string" || candidate.length === 0 || candidate.length > MAX_UNITS)
    return refuse("bad_path");
  if (/\p{Surrogate}|\p{Cc}/u.test(candidate)) return refuse("bad_path");
  const pieces = candidate.split(/[\\/]/);
  if (pieces.includes("..")) return refuse("path_traversal");
  if (/^(?:~|[A-Za-z]:|\\)/.test(candidate) || candidate.startsWith("//")) return refuse("absolute_path");
  const below = candidate.startsWith("/") ? insideRoot(root, real, candidate, policy) : candidate;
  if (below === null) return refuse("absolute_path");
  if (pieces.some(isProtected)) return refuse("protected_name");
  const strict = policy === "descriptor" || sep === "\\";
  if (policy === "descriptor" && below.includes("\\")) return refuse("bad_name");
  const segments = below.split(strict ? /[\\/]/ : "/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.length === 0) return refuse("root_itself");
  return strict && segments.some(isUnportable) ? refuse("bad_name") : segments;
}

function insideRoot(root: string, real: string, candidate: string, policy: ConfinePolicy): string | null {
  if (policy === "descriptor") return null;
  const path = posix.normalize(candidate);
  for (const base of [resolve(root), real]) {
    const way = relative(base, path);
    if (way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !way.startsWith(sep))) return way || ".";
  }
  return null;
}

function isProtected(segment: string): boolean {
  const name = segment.replace(IGNORED, "").toLowerCase();
  return /^\.git[. ]*(?::.*)?$/.test(name) || name === "git~1";
}

function isUnportable(segment: string): boolean {
  return /[. ]$/.test(segment) || segment.includes(":") || RESERVED.test(segment.trim());
}

function walk(real: string, segments: readonly string[]): ConfineCode | null {
  let path = real;
  for (const [index, segment] of segments.entries()) {
    path = join(path, segment);
    const stats = lstatOrNull(path);
    if (stats === null) return null;
    if (stats === "not_a_directory") return stats;
    if (stats.isSymbolicLink()) return "symlink_refused";
    if (index < segments.length - 1 && !stats.isDirectory()) return "not_a_directory";
  }
  return null;
}

function lstatOrNull(path: string): Stats | "not_a_directory" | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return "not_a_directory";
  }
}

function refuse(code: ConfineCode): { readonly ok: false; readonly code: ConfineCode } {
  return { ok: false, code };
}
