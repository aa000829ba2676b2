import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findProjectRoot, projectFolder } from "../../../engine/planning/root.ts";
import { fieldCase, HOME, temporaryFolder, write } from "./sample.ts";

const f18 = fieldCase("F18-which-root");

interface Step {
  readonly label: string;
  readonly directory: string;
  readonly worktree: string;
  readonly git: string | null;
  readonly git_main?: string;
  readonly planning_at?: readonly string[];
  readonly platform?: NodeJS.Platform;
}

const labelled: [string, Step][] = f18.steps.map((step: Step) => [step.label, step]);

function layOut(step: Step): (path: string) => string {
  const top = temporaryFolder();
  const place = (path: string) => path.replace("$T", top);
  if (step.platform === undefined) mkdirSync(place(step.directory), { recursive: true });
  if (step.git_main !== undefined && step.git !== null) linkWorktree(place(step.git_main), place(step.git));
  else if (step.git !== null) mkdirSync(join(place(step.git), ".git"), { recursive: true });
  for (const folder of step.planning_at ?? []) mkdirSync(join(place(folder), ".planning"), { recursive: true });
  return place;
}

function linkWorktree(main: string, linked: string): void {
  write(main, ".git/worktrees/linked/commondir", "../..\n");
  write(linked, ".git", `gitdir: ${join(main, ".git/worktrees/linked")}\n`);
}

describe("the project root from the two folders of a host", () => {
  test.each(labelled)("%s", (label, step) => {
    const place = layOut(step);
    const folders = { directory: place(step.directory), worktree: place(step.worktree) };
    const options = { home: HOME, ...(step.platform === undefined ? {} : { platform: step.platform }) };
    expect(projectFolder(folders, options)).toBe(place(f18.expect[label]));
  });

  test("is never the root of the file system", () => {
    expect(projectFolder({ directory: "/", worktree: "/" }, { home: HOME })).toBeNull();
    expect(projectFolder({ directory: "D:\\", worktree: "D:\\" }, { home: HOME, platform: "win32" })).toBeNull();
  });
});

describe("the project root of a folder", () => {
  const inside = (...parts: string[]) => {
    const folder = join(...parts);
    mkdirSync(folder, { recursive: true });
    return folder;
  };

  test("is its own when it has a .planning folder", () => {
    const top = temporaryFolder();
    inside(top, ".planning");
    const own = inside(top, "app");
    inside(own, ".planning");
    expect(findProjectRoot(own, { home: HOME })).toBe(own);
  });

  test("does not cross a nested repository", () => {
    const top = temporaryFolder();
    inside(top, ".planning");
    inside(top, ".git");
    inside(top, "vendor", "lib", ".git");
    const start = inside(top, "vendor", "lib", "src");
    expect(findProjectRoot(start, { home: HOME })).toBe(start);
  });

  test("is an ancestor that lists it as a sub-repository", () => {
    const top = temporaryFolder();
    write(top, ".planning/config.json", '{"planning": {"sub_repos": ["service"]}}');
    inside(top, "service", ".git");
    const start = inside(top, "service", "src");
    expect(findProjectRoot(start, { home: HOME })).toBe(top);
  });

  test("is an ancestor that says it holds many repositories", () => {
    const top = temporaryFolder();
    write(top, ".planning/config.json", '{"multiRepo": true}');
    inside(top, "service", ".git");
    expect(findProjectRoot(inside(top, "service", "src"), { home: HOME })).toBe(top);
  });

  test("is that of the main worktree for a linked one without its own", () => {
    const top = temporaryFolder();
    const main = inside(top, "main");
    const linked = inside(top, "elsewhere", "linked");
    linkWorktree(main, linked);
    inside(main, ".planning");
    expect(findProjectRoot(inside(linked, "src"), { home: HOME })).toBe(main);
  });

  test("is not looked for in the home or above", () => {
    const home = temporaryFolder();
    inside(home, ".planning");
    const start = inside(home, "work", "app");
    expect(findProjectRoot(start, { home })).toBe(start);
  });

  test("is looked for ten levels up and no further", () => {
    const top = temporaryFolder();
    inside(top, ".planning");
    const ten = inside(top, ..."abcdefghij");
    expect(findProjectRoot(ten, { home: HOME })).toBe(top);
    const eleven = inside(ten, "k");
    expect(findProjectRoot(eleven, { home: HOME })).toBe(eleven);
  });
});
