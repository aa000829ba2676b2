import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SAMPLE = join(import.meta.dirname, "..", "..", "try", "sample");

/** A fresh copy of the sample project, and a home that is nobody's. */
export interface StoryProject {
  readonly root: string;
  readonly home: string;
  remove(): void;
}

export function storyProject(): StoryProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-trace-")));
  const root = join(folder, "project");
  const home = join(folder, "home");
  cpSync(SAMPLE, root, { recursive: true });
  mkdirSync(home);
  return { root, home, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
