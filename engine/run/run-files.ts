import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const FILES = [
  "run.yaml",
  "resolved-settings.json",
  "run-state.json",
  "logs/v1.4-events.jsonl",
  "logs/security-events.jsonl",
  "events.ndjson",
  "review.md",
  "verify.md",
  "summary.md",
];
const FOLDERS = ["logs/archive", "handoffs", "learnings", "learning"];

/** What a run has left behind in its folder, as paths relative to it. */
export function artifactsOf(folder: string): readonly string[] {
  return [
    ...FILES.filter((file) => existsSync(join(folder, file))),
    ...FOLDERS.flatMap((name) => filesIn(folder, name).map((file) => `${name}/${file}`)),
  ];
}

function filesIn(folder: string, name: string): readonly string[] {
  const path = join(folder, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
    .sort();
}
