import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JavaScriptRuntime } from "./find-program.ts";
import type { HostProcess } from "./host-process.ts";
import { type Environment, inheritedEnvironment } from "./inherited-environment.ts";
import { type DropIn, fillProject, placeDropIns, startRepository } from "./project-folder.ts";
import { createScratchFolder, writeInto } from "./scratch-folder.ts";
import type { ScriptedModel } from "./scripted-model.ts";

export interface PiSandboxOptions {
  readonly model: ScriptedModel;
  /** A folder whose copy becomes the project; else the project starts empty. */
  readonly project?: string;
  /** Absolute paths (or package sources) handed over with `-e`. */
  readonly extensions?: readonly string[];
  /** Entries of the person's `packages` setting. */
  readonly packages?: readonly unknown[];
  /** Files for the project's `.pi/extensions/`; they load only with `trust: true`. */
  readonly projectExtensions?: readonly DropIn[];
  /** Files for the person's `extensions/` folder. */
  readonly userExtensions?: readonly DropIn[];
  /** Merged into the person's settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether project resources are trusted; undefined leaves the question open, as for a newcomer. */
  readonly trust?: boolean;
  /** Tokens (default 20,000). An answer that reports more than all but 4,000 of them forces a compaction. */
  readonly contextWindow?: number;
  /** Whether the project becomes a repository with one commit (default true). */
  readonly git?: boolean;
  readonly env?: Environment;
  /** What runs pi; else Node when it is new enough, then Bun. */
  readonly runtime?: JavaScriptRuntime;
  /** Leaves the folder in place for a look afterwards. */
  readonly keep?: boolean;
}

/** A throw-away home and project for pi, cut off from the network but for the scripted model. */
export interface PiSandbox {
  readonly root: string;
  readonly home: string;
  /** pi's own folder in the home: settings, sessions, extensions. */
  readonly agentFolder: string;
  /** The folder that the host works in. */
  readonly directory: string;
  readonly runtime: JavaScriptRuntime | undefined;
  /** What every start in this sandbox says on the command line. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly keep: boolean;
  /** What was started here and is to be stopped with it. */
  readonly processes: Set<HostProcess>;
  /** Stops what still runs and removes the folder unless `keep`. */
  remove(): Promise<void>;
}

export function createPiSandbox(options: PiSandboxOptions): PiSandbox {
  const keep = options.keep ?? false;
  const scratch = createScratchFolder("loopwright-pi", keep);
  const root = scratch.path;
  const home = join(root, "home");
  const agentFolder = join(home, ".pi", "agent");
  const directory = join(root, "project");
  mkdirSync(join(root, "tmp"));
  fillAgentFolder(agentFolder, options);
  fillProject(directory, options.project);
  placeDropIns(join(directory, ".pi", "extensions"), options.projectExtensions ?? []);
  if (options.git ?? true) startRepository(directory, home, [".pi/npm"]);
  const processes = new Set<HostProcess>();
  return {
    root,
    home,
    agentFolder,
    directory,
    runtime: options.runtime,
    args: commandLine(options),
    env: { ...isolatedEnvironment(root, home), ...options.env },
    keep,
    processes,
    async remove() {
      await Promise.all([...processes].map((running) => running.stop()));
      if (!keep) scratch.remove();
    },
  };
}

function fillAgentFolder(folder: string, options: PiSandboxOptions): void {
  const { model, contextWindow = 20_000, packages, settings, userExtensions } = options;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const models = ["big", "small"].map((id) => ({
    id,
    name: id,
    contextWindow,
    maxTokens: 1_000,
    input: ["text"],
    cost,
  }));
  const mock = { baseUrl: model.url, apiKey: "none", api: "openai-completions", models };
  writeInto(join(folder, "models.json"), { providers: { mock } });
  writeInto(join(folder, "settings.json"), {
    defaultProvider: "mock",
    defaultModel: "big",
    retry: { baseDelayMs: 10, maxRetries: 1 },
    compaction: { enabled: true, reserveTokens: 4_000, keepRecentTokens: 50 },
    ...(packages === undefined ? {} : { packages }),
    ...settings,
  });
  placeDropIns(join(folder, "extensions"), userExtensions ?? []);
}

function commandLine({ extensions, trust }: PiSandboxOptions): string[] {
  const trustFlag = trust === undefined ? [] : [trust ? "--approve" : "--no-approve"];
  return [...(extensions ?? []).flatMap((path) => ["-e", path]), ...trustFlag];
}

function isolatedEnvironment(root: string, home: string): Environment {
  return {
    ...inheritedEnvironment(),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: join(root, "tmp"),
    TERM: "dumb",
    PI_OFFLINE: "1",
    PI_SKIP_VERSION_CHECK: "1",
    PI_TELEMETRY: "0",
    npm_config_cache: join(root, "npm-cache"),
    npm_config_offline: "true",
    BUN_INSTALL_CACHE_DIR: join(root, "bun-cache"),
  };
}
