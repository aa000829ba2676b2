import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { runCli } from "../bindings/cli/run-cli.ts";
import { isTerminal, standardOutput } from "../bindings/cli/standard-output.ts";
import { createEngine } from "../engine/index.ts";
import { version } from "../package.json";
import { content } from "./content.generated.ts";

export function startCli(argv: readonly string[], entryUrl: string): Promise<number> {
  const home = process.env.GSD_HOME ?? homedir();
  const stdout = standardOutput(1);
  return runCli(argv, {
    stdout,
    stderr: standardOutput(2),
    cwd: process.cwd(),
    env: process.env,
    home,
    version,
    ...(stdout.isTTY && isTerminal(0) && { confirm: askPerson }),
    engineFor: (root) => createEngine({ root, home, host: "cli", content, env: process.env, isAlone: true }),
    entries: { cli: fileURLToPath(entryUrl), opencode: siblingOf(entryUrl, "opencode"), pi: siblingOf(entryUrl, "pi") },
  });
}

async function askPerson(question: string): Promise<boolean> {
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message: question, initialValue: false })) === true;
}

/** The entry beside this one: built, or in a source tree the source. */
function siblingOf(entryUrl: string, name: string): string {
  const built = fileURLToPath(new URL(`./${name}.js`, entryUrl));
  return existsSync(built) ? built : fileURLToPath(new URL(`./${name}.ts`, entryUrl));
}
