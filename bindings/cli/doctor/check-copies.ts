import { existsSync, realpathSync } from "node:fs";
import { isSound } from "../../shared/canary.ts";
import { describeEngine } from "../../shared/describe-presence.ts";
import { coverageOf, describeCoverage } from "../../shared/hook-coverage.ts";
import type { Presence } from "../../shared/presence.ts";
import { readPresences } from "../../shared/read-presences.ts";
import type { CliIo } from "../cli-io.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";
import type { Road } from "./roads.ts";

/** The word that loaded copies left about this project. */
export function checkCopies(root: string, roads: readonly Road[], io: CliIo): readonly Finding[] {
  const presences = [...new Set([root, realpathSync(root)])].flatMap((folder) => readPresences(io.home, folder));
  if (presences.length > 0) return presences.flatMap((presence) => findingsOn(presence, io.version));
  if (roads.length > 0) {
    const message = "A host is set up to load Loopwright, but no copy was ever loaded for this project.";
    return [warning("copy", message, "Start the host in this folder and send one prompt, then run doctor again.")];
  }
  const message = "No copy of Loopwright was ever loaded for this project.";
  return [warning("copy", message, "Install it: `opencode plugin loopwright`, or for pi `pi install npm:loopwright`.")];
}

function findingsOn(presence: Presence, version: string): readonly Finding[] {
  const { host } = presence;
  const findings = [fine("copy", describe(presence)), hooksOf(presence), guardOf(presence)];
  if (presence.version !== version) {
    const message = `${host} loaded version ${presence.version}, and this command line is ${version}.`;
    findings.push(warning("copy", message, "Update the older one and restart the host."));
  }
  if (!existsSync(presence.entry)) {
    const message = `What ${host} loaded is no longer at ${presence.entry}.`;
    findings.push(
      warning("copy", message, "Install Loopwright again, or remove the entry from the host's configuration."),
    );
  }
  if (presence.engine === "away") {
    const why = presence.because ? ` ${presence.because}` : "";
    const message = `The engine of the copy in ${host} does not answer; its gates are shut.${why}`;
    findings.push(failure("copy", message, "Restart the host once that is mended."));
  }
  for (const name of presence.conflicts) {
    findings.push(
      warning("copy", `Your own ${name} stands in ${host}; ours is not registered.`, "Rename one of them."),
    );
  }
  return findings;
}

function describe(presence: Presence): string {
  const { host, version, runtime, road, entry, pid, startedAt } = presence;
  const state = isAlive(pid) ? "running" : "ended";
  return `loopwright ${version} in ${host} on ${runtime}, as ${road} from ${entry}; engine ${describeEngine(presence)}; process ${pid} (${state}), started ${timeOf(startedAt)}.`;
}

function hooksOf(presence: Presence): Finding {
  const { host } = presence;
  const coverage = coverageOf(presence);
  if (coverage.some(({ bound }) => bound.length > 0)) {
    const lines = coverage.map((hook) => `\n          ${describeCoverage(hook)}`);
    return fine("copy", `Hooks in ${host}:${lines.join("")}`);
  }
  return failure("copy", `The copy in ${host} bound no hook.`, "Restart the host; update it if that does not help.");
}

function guardOf({ host, canary }: Presence): Finding {
  if (canary === null) {
    const message = `The guards in ${host} were not proved yet.`;
    return warning("copy", message, "Send one prompt in the host; they are proved with the first session.");
  }
  if (isSound(canary)) return fine("copy", `The guards in ${host} were proved ${timeOf(canary.at)}.`);
  const passed = canary.probes.filter(({ denied }) => !denied).map(({ probe }) => probe);
  const message = `The guards in ${host} let pass: ${passed.join(", ")}.`;
  return failure("copy", message, "Do not work with this copy. Restart the host; if it stays, reinstall Loopwright.");
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
