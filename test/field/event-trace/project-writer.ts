import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FieldCase, Fields, Given } from "./case.ts";

/** The temporary folders of one case by the names that the case gives them, and the person's home. */
export interface Folders {
  /** Holds all the others. */
  readonly base: string;
  readonly home: string;
  readonly byName: ReadonlyMap<string, string>;
}

/** Makes the folders that a case names and writes its projects into them. */
export function writeProjects({ given, steps }: FieldCase): Folders {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "field-")));
  const folder = (name: string) => {
    const path = join(base, name);
    mkdirSync(path);
    return path;
  };
  const projects = given.projects ?? { $PROJECT: given.project ?? {} };
  const named = steps.flatMap((step) => (step.do === "init" && step.directory !== undefined ? [step.directory] : []));
  const names = new Set([...Object.keys(projects), ...named]);
  const byName = new Map([...names].map((name) => [name, folder(name.slice(1).toLowerCase())] as const));
  for (const [name, files] of Object.entries(projects)) writeProject(byName.get(name) ?? base, files, given);
  return { base, home: folder("home"), byName };
}

function writeProject(root: string, files: Readonly<Record<string, string>>, given: Given): void {
  for (const [path, text] of Object.entries(files)) writeText(root, path, text);
  for (const [path, target] of Object.entries(given.links ?? {})) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(root, target), join(root, path));
  }
  const continuation = continuationSettings(given.config ?? {});
  if (Object.keys(continuation).length > 0) {
    writeText(root, ".planning/config.json", JSON.stringify({ loopwright: { continuation } }));
  }
}

export function writeText(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export function replaceText(root: string, path: string, replacements: Readonly<Record<string, string>>): void {
  let text = readFileSync(join(root, path), "utf8");
  for (const [before, after] of Object.entries(replacements)) {
    if (!text.includes(before)) throw new Error(`${path} does not say "${before}"`);
    text = text.replace(before, after);
  }
  writeFileSync(join(root, path), text);
}

const IN_CONFIG: Readonly<Record<string, string>> = {
  continue_on_idle: "enabled",
  max_continuations_without_progress: "max_without_progress",
};
const IN_OPTIONS: Readonly<Record<string, string>> = { client_deadline_ms: "clientDeadlineMs" };

/** The part of a case's settings that a project keeps in `.planning/config.json`. */
function continuationSettings(config: Fields): Fields {
  const unknown = Object.keys(config).filter((word) => !(word in IN_CONFIG) && !(word in IN_OPTIONS));
  if (unknown.length > 0) throw new Error(`This project has no setting for: ${unknown.join(", ")}`);
  return renamed(config, IN_CONFIG);
}

/** The part that a person writes beside the plugin in the host's configuration. */
export function pluginOptions(config: Fields): Fields {
  return renamed(config, IN_OPTIONS);
}

function renamed(config: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(
    Object.entries(config).flatMap(([word, value]) => (names[word] === undefined ? [] : [[names[word], value]])),
  );
}
