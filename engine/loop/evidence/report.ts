import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { replaceFile } from "../../file/atomic-write.ts";
import { sha256 } from "../../file/digest.ts";
import type { PhaseView } from "../../planning/types.ts";
import { coveredDigest } from "../../planning/verification.ts";
import { redact } from "../../run/redact.ts";
import { yaml } from "../../yaml.ts";
import type { ProjectContext } from "../context.ts";
import type { CheckedCommand, Collected } from "./collect.ts";
import { type EvidenceVerdict, verdictWords } from "./judge.ts";
import type { ReportStatus } from "./report-status.ts";

/** The last part of a check's output that people see in the report; the record holds more. */
const SHOWN_CHARACTERS = 1000;

const STATUS: Readonly<Record<EvidenceVerdict["verdict"], ReportStatus>> = {
  passed: "passed",
  not_passed: "gaps_found",
  human_needed: "human_needed",
};

/** Writes the phase's verification report and answers with its path. */
export function writeReport(
  context: ProjectContext,
  phase: PhaseView,
  { checked, evidence, humanItems }: Collected,
  verdict: EvidenceVerdict,
): string {
  const covered = phase.plans.flatMap((plan) => [plan.file, ...(plan.summary ? [plan.summary.file] : [])]).sort();
  const header = yaml().stringify({
    phase: phase.id,
    verified: new Date(context.now()).toISOString(),
    status: STATUS[verdict.verdict],
    covered_files: covered,
    covered_digest: coveredDigest(covered, (path) => sha256(readFileSync(join(context.root, path)))),
  });
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`## ${title}`, "", ...items.map((item) => `- ${oneLine(item)}`), ""];
  const body = [
    `# Verification of phase ${phase.number}`,
    "",
    `Verdict: ${verdictWords(verdict)}`,
    "",
    "| Check | Result | Output |",
    "|---|---|---|",
    ...checked.map(tableRow),
    "",
    ...list(
      "Claimed files",
      evidence.files.map(({ path, exists }) => `${path}: ${exists ? "there" : "missing"}`),
    ),
    ...list(
      "Claimed commits",
      evidence.commits.map(({ id, known }) => `${id}: ${known ? "known" : "unknown"}`),
    ),
    ...list("Left to a person", humanItems),
    ...checked.flatMap(outputOf),
  ];
  const folder = phase.directory ?? posix.join(".planning", "phases", phase.id);
  const file = posix.join(folder, `${phase.id}-VERIFICATION.md`);
  replaceFile(context.root, file, `---\n${header}---\n\n${body.join("\n")}`);
  return file;
}

function tableRow({ command, ended, fault, digest }: CheckedCommand): string {
  const shown = oneLine(redact(command)).replaceAll("|", "\\|").replaceAll("`", "'");
  return `| \`${shown}\` | ${ended}${fault === null ? "" : `: ${fault}`} | ${digest} |`;
}

function outputOf({ command, output }: CheckedCommand): string[] {
  const tail = redact(output.slice(-SHOWN_CHARACTERS)).trim();
  if (tail === "") return [];
  const fence = "`".repeat(Math.max(3, ...[...tail.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return [`## Output of ${oneLine(redact(command))}`, "", `${fence}text`, tail, fence, ""];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
