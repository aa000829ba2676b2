import type { Json } from "../../../engine/index.ts";
import type { CliIo } from "../cli-io.ts";
import { checkCapabilities } from "./check-capabilities.ts";
import { checkCopies } from "./check-copies.ts";
import { checkDropIns } from "./check-drop-ins.ts";
import { checkGuard } from "./check-guard.ts";
import { checkProject } from "./check-project.ts";
import { checkRoads } from "./check-roads.ts";
import { checkSettings } from "./check-settings.ts";
import { checkWritable } from "./check-writable.ts";
import type { Finding } from "./finding.ts";
import { findRoads } from "./roads.ts";

export type DoctorAnswer =
  | { readonly ok: true; readonly data: Json; readonly text: string; readonly exitCode: number }
  | { readonly ok: false; readonly reason: "usage"; readonly message: string; readonly remedy: string };

const MARKS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;

/**
 * Looks at the project, at the copies that were loaded for it and at the files that a host would load. With `--live`
 * the hosts found here are started in throw-away folders as well. Exit code 1 when anything is an error.
 */
export async function doctor(words: readonly string[], root: string, io: CliIo): Promise<DoctorAnswer> {
  const unknown = words.filter((word) => word !== "--live");
  if (unknown.length > 0) {
    const message = `doctor does not know ${unknown.join(", ")}`;
    return { ok: false, reason: "usage", message, remedy: "Use: loopwright doctor [--live] [--json]" };
  }
  const found = findRoads(root, io);
  const findings = [
    ...(await checkProject(root, io)),
    ...(await checkSettings(root, io)),
    ...checkWritable(root, io),
    ...(await checkGuard(root, io)),
    ...(await checkCapabilities(root, io)),
    ...checkCopies(root, found.roads, io),
    ...checkRoads(found),
    ...(await checkDropIns(root, io)),
    ...(words.includes("--live") ? await live(io) : []),
  ];
  const ok = findings.every(({ level }) => level !== "error");
  const data = { root, ok, findings: findings.map((finding) => ({ ...finding })) };
  return { ok: true, data, text: [`Project ${root}`, ...findings.map(lineOf)].join("\n"), exitCode: ok ? 0 : 1 };
}

async function live(io: CliIo): Promise<readonly Finding[]> {
  const { checkLive } = await import("./check-live.ts");
  return checkLive(io.entries);
}

function lineOf({ check, level, message, remedy }: Finding): string {
  const line = `${MARKS[level]} ${check}: ${message}`;
  return remedy === null ? line : `${line}\n        ${remedy}`;
}
