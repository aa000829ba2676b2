import { cpSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { findOpenCode } from "../bindings/live/find-program.ts";
import { startServe } from "../bindings/live/opencode-host.ts";
import { createScratchFolder } from "../bindings/live/scratch-folder.ts";
import { narrate } from "./narrate.ts";
import { RunRecord } from "./run-record.ts";
import type { Screen } from "./screen.ts";

const TURN_MS = 30 * 60_000;
const QUIET_MS = 1500;
const STEPS = ["gsd-discuss-phase", "gsd-plan-phase", "gsd-execute-phase", "gsd-verify-work", "gsd-ship"];

export interface RealModelOptions {
  readonly project: string;
  readonly plugin: string;
  /** `provider/model`, as the person's own OpenCode knows it. */
  readonly model: string;
  readonly keep: boolean;
}

/**
 * The same phase with a model of the person's own, through their own OpenCode configuration. Nothing is sent before
 * they agree, and they are asked again before each step.
 */
export async function tryRealModel(options: RealModelOptions, screen: Screen): Promise<boolean> {
  const binary = findOpenCode();
  if (!binary) throw new Error("there is no OpenCode here: npm install");
  if (!process.stdin.isTTY)
    throw new Error("--model asks before it spends anything, and there is nobody at a terminal");
  const scratch = createScratchFolder("loopwright-try", options.keep);
  const directory = join(scratch.path, "project");
  cpSync(options.project, directory, { recursive: true });
  writeFileSync(
    join(directory, "opencode.json"),
    `${JSON.stringify({ model: options.model, plugin: [options.plugin] }, null, 2)}\n`,
  );
  screen.line(`A copy of the sample project lies in ${directory}.`);
  screen.line(
    `Your own OpenCode configuration and ${options.model} will be used; five steps, several model calls each.`,
  );
  try {
    return await playSteps(binary, scratch.path, directory, screen);
  } finally {
    if (options.keep) screen.line(`The project is kept: ${directory}`);
    else scratch.remove();
  }
}

async function playSteps(binary: string, root: string, directory: string, screen: Screen): Promise<boolean> {
  if (!(await agreed("Start, and spend what this costs?"))) return true;
  const record = new RunRecord(directory);
  const follow = () => {
    for (const line of record.read()) {
      const text = narrate(line, screen);
      if (text !== null) screen.line(text);
    }
  };
  const processes = new Set<never>();
  const sandbox = {
    root,
    home: homedir(),
    directory,
    binary,
    env: process.env as Record<string, string>,
    keep: true,
    processes,
    remove: async () => undefined,
  };
  const serve = await startServe(sandbox);
  try {
    const session = await serve.client.createSession({ title: "Loopwright try" });
    for (const step of STEPS) {
      if (!(await agreed(`Go on with /${step} 1?`))) return true;
      screen.busy(step, follow);
      await serve.client.command(session.id, step, "1", TURN_MS);
      await serve.client.waitIdle(session.id, TURN_MS, QUIET_MS);
      screen.rest();
      follow();
    }
    return record.lines.some((line) => line.event === "run_closed");
  } finally {
    screen.rest();
    await serve.stop({ keep: true });
  }
}

async function agreed(question: string): Promise<boolean> {
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}
