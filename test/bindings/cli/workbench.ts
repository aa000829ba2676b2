import { cpSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../../bindings/cli/run-cli.ts";
import { createScratchFolder, writeInto } from "../../../bindings/live/scratch-folder.ts";
import { createEngine } from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";

const REPOSITORY = join(import.meta.dir, "..", "..", "..");

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Workbench {
  readonly root: string;
  readonly home: string;
  /** Runs one line in this process; a name of `env` may be added, and a person may read. */
  run(line: string, options?: { env?: Record<string, string>; isTTY?: boolean; cwd?: string }): Promise<Printed>;
  /** Writes a file of the project. */
  write(path: string, text: string): void;
  remove(): void;
}

/** A copy of the sample project with a home of its own. */
export function createWorkbench(): Workbench {
  const scratch = createScratchFolder("loopwright-cli", false);
  const root = join(scratch.path, "project");
  const home = join(scratch.path, "home");
  cpSync(join(REPOSITORY, "try", "sample"), root, { recursive: true });
  const plugin = (name: string) => join(REPOSITORY, "plugin", `${name}.ts`);
  return {
    root,
    home,
    async run(line, { env = {}, isTTY = false, cwd = root } = {}) {
      const stdout: string[] = [];
      const stderr: string[] = [];
      const code = await runCli(line === "" ? [] : line.split(" "), {
        stdout: { isTTY, write: (text) => stdout.push(text) },
        stderr: { write: (text) => stderr.push(text) },
        cwd,
        env: { PATH: process.env.PATH, HOME: home, ...env },
        home,
        version: "1.2.3",
        engineFor: (folder) => createEngine({ root: folder, home, host: "cli", content, env }),
        entries: { cli: plugin("cli"), opencode: plugin("opencode"), pi: plugin("pi") },
      });
      return { code, stdout: stdout.join(""), stderr: stderr.join("") };
    },
    write: (path, text) => writeInto(join(root, path), text),
    remove: () => scratch.remove(),
  };
}
