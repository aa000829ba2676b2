import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleInto } from "../../try/trace/bundle-into.ts";
import { NEUTRAL_FILE, readNeutralTrace } from "./neutral-trace.ts";
import { playNeutral } from "./play-neutral.ts";
import { playStory } from "./record/play-story.ts";
import { rawFile } from "./record/raw-notes.ts";
import type { RecordedHost, RecordedHostOptions } from "./record/recorded-host.ts";
import { recordedOpenCode } from "./record/recorded-opencode.ts";
import { recordedPi } from "./record/recorded-pi.ts";
import { tidy } from "./record/tidy.ts";
import { storyEngine } from "./story-engine.ts";
import { storyProject } from "./story-project.ts";

const HERE = import.meta.dirname;
const REPOSITORY = join(HERE, "..", "..");

const HOSTS = {
  opencode: { start: recordedOpenCode, package: "opencode-ai" },
  pi: { start: recordedPi, package: "@earendil-works/pi-coding-agent" },
} as const;

/** Has the real hosts live through the story and writes what they handed over to `recorded/`. */
async function record(name: keyof typeof HOSTS): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-record-"));
  try {
    const project = join(REPOSITORY, "try", "sample");
    const lines = await live(HOSTS[name].start, {
      project,
      recorder: await bundleInto(folder, join(HERE, "record", `${name}-recorder.ts`)),
    });
    const host = `${name} ${versionOf(HOSTS[name].package)}`;
    writeFileSync(
      join(HERE, "recorded", `${name}.json`),
      `{"host":${JSON.stringify(host)},"lines":${onePerLine(lines)}}\n`,
    );
    process.stdout.write(`${host}: ${lines.length} lines\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function live(
  start: (options: RecordedHostOptions) => Promise<RecordedHost>,
  options: RecordedHostOptions,
): Promise<readonly object[]> {
  const host = await start(options);
  try {
    await playStory(host);
    return tidy(readFileSync(rawFile(host.directory), "utf8"), host.directory, options.recorder);
  } finally {
    await host.remove();
  }
}

function versionOf(packageName: string): string {
  return JSON.parse(readFileSync(join(REPOSITORY, "node_modules", packageName, "package.json"), "utf8")).version;
}

/** Writes what the engine says to the neutral trace into it. What changed is to be reviewed: it is what is right. */
async function settleNeutral(): Promise<void> {
  const project = storyProject();
  try {
    const steps = await playNeutral(readNeutralTrace(), storyEngine(project.root, project.home), project.root);
    writeFileSync(NEUTRAL_FILE, `${onePerLine(steps)}\n`);
  } finally {
    project.remove();
  }
}

function onePerLine(items: readonly object[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]`;
}

if (process.argv[2] === "neutral") await settleNeutral();
else {
  await record("opencode");
  await record("pi");
}
