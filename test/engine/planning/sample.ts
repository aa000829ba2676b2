import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const HOME = "/nowhere/home";

/** An empty temporary folder. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "planning-")));
}

/** A temporary copy of one of the recorded projects. */
export function goldenProject(name: string): string {
  const root = temporaryFolder();
  cpSync(new URL(`../../golden/projects/${name}/project`, import.meta.url).pathname, root, { recursive: true });
  return root;
}

/** A temporary project with these files. */
export function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  return root;
}

export function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export function read(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Sets a file's time, in milliseconds since the epoch. */
export function setTime(root: string, path: string, at: number): void {
  utimesSync(join(root, path), at / 1000, at / 1000);
}

export function fieldCase(name: string) {
  return JSON.parse(readFileSync(new URL(`../../field/cases/${name}.json`, import.meta.url), "utf8"));
}
