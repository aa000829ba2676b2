import { createSha256 } from "../file/digest.ts";
import type { Json, JsonObject } from "../json.ts";
import { isPhaseId } from "./phase-id.ts";
import type { VerificationStatus } from "./types.ts";

export interface VerificationInput {
  /** Front matter of the report. */
  readonly fields: JsonObject;
  /** `writtenAt` in milliseconds since the epoch, here and below. */
  readonly report: { readonly path: string; readonly writtenAt: number };
  /** Plans and summaries of the phase that are on disk, relative to the project root. */
  readonly evidence: readonly { readonly path: string; readonly summary: boolean; readonly writtenAt: number }[];
  /** The last commit of a file; null when there is none, or git is not asked. */
  readonly committed?: (path: string) => { readonly at: number; readonly isUnchanged: () => boolean } | null;
  /** SHA-256 (hex) of a project file, or null when it is missing, not a regular file or outside the project. */
  readonly digestOf: (path: string) => string | null;
}

/** File times are kept in steps of up to two seconds (FAT), and a checkout writes its files in any order. */
const SAME_MOMENT_MS = 2000;

/** What a verification report is worth today. Only `passed` completes a phase. */
export function judgeVerification(input: VerificationInput): VerificationStatus {
  const status = typeof input.fields.status === "string" ? input.fields.status.trim() : "";
  if (status === "") return "missing";
  if (status === "gaps_found") return "gaps_found";
  if (isStale(input)) return "stale";
  return status === "passed" || status === "human_needed" ? status : "unknown";
}

function isStale(input: VerificationInput): boolean {
  const { covered_files: covered, covered_digest: digest } = input.fields;
  if (covered === undefined && digest === undefined) {
    return input.evidence.some((file) => file.summary && isNewer(file, input));
  }
  const files = coveredFiles(covered);
  if (files === null || typeof digest !== "string" || !/^v1:sha256:[0-9a-f]{64}$/.test(digest)) return true;
  const known = new Set(files);
  if (input.evidence.some((file) => !known.has(file.path))) return true;
  return coveredDigest(files, input.digestOf) !== digest;
}

/**
 * By the time of the commit where a file is as it was committed, else by its own. Whether it is so is asked only where it
 * decides, since it takes reading them again.
 */
function isNewer(summary: VerificationInput["report"], { report, committed = () => null }: VerificationInput): boolean {
  const ours = committed(summary.path);
  const theirs = committed(report.path);
  const by = (summaryAt: number | undefined, reportAt: number | undefined) => {
    const slack = summaryAt === undefined && reportAt === undefined ? SAME_MOMENT_MS : 0;
    return (summaryAt ?? summary.writtenAt) > (reportAt ?? report.writtenAt) + slack;
  };
  const byFiles = by(undefined, undefined);
  const others = [by(ours?.at, theirs?.at), by(ours?.at, undefined), by(undefined, theirs?.at)];
  if (others.every((answer) => answer === byFiles)) return byFiles;
  return by(ours?.isUnchanged() ? ours.at : undefined, theirs?.isUnchanged() ? theirs.at : undefined);
}

function coveredFiles(value: Json | undefined): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const files: string[] = [];
  for (const item of value as readonly Json[]) {
    if (typeof item !== "string" || item.trim() === "") return null;
    files.push(normalFile(item.trim()));
  }
  return files;
}

/** The fingerprint that a fresh report carries, `v1:sha256:<hex>`, or null when a file cannot be covered. */
export function coveredDigest(files: readonly string[], digestOf: (path: string) => string | null): string | null {
  const sum = createSha256().update("v1\n");
  for (const path of [...new Set(files.map(normalFile))].sort()) {
    const digest = path.split("/").includes("..") ? null : digestOf(path);
    if (digest === null) return null;
    sum.update(`${path}\n${digest}\n`);
  }
  return `v1:sha256:${sum.digest("hex")}`;
}

/** The report of a phase among the names in its directory: its own, else one of the phase, else the bare name. */
export function verificationFile(phase: string, names: readonly string[]): string | null {
  const canonical = `${phase}-VERIFICATION.md`;
  if (names.includes(canonical)) return canonical;
  const belonging = names.find((name) => {
    const stem = name.endsWith("-VERIFICATION.md") ? name.slice(0, -"-VERIFICATION.md".length) : null;
    return stem !== null && (isPhaseId(stem, phase) || stem.startsWith(`${phase}-`));
  });
  return belonging ?? (names.includes("VERIFICATION.md") ? "VERIFICATION.md" : null);
}

function normalFile(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}
