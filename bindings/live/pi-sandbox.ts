import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { JavaScriptRuntime } from "./find-program.ts";
import { type Environment, inheritedEnvironment } from "./inherited-environment.ts";
import { type DropIn, fillProject, placeDropIns, startRepository } from "./project-folder.ts";
import { emptySandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import { writeInto } from "./scratch-folder.ts";

export interface PiSandboxOptions extends SandboxOptions {
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
  /** What runs pi; else Node when it is new enough, then Bun. */
  readonly runtime?: JavaScriptRuntime;
}

export interface PiSandbox extends Sandbox {
  /** pi's own folder in the home: settings, sessions, extensions. */
  readonly agentFolder: string;
  readonly runtime: JavaScriptRuntime | undefined;
  /** What every start in this sandbox says on the command line. */
  readonly args: readonly string[];
}

export function createPiSandbox(options: PiSandboxOptions): PiSandbox {
  const sandbox = emptySandbox("loopwright-pi", options.keep);
  const { root, home, directory } = sandbox;
  const agentFolder = join(home, ".pi", "agent");
  mkdirSync(join(root, "tmp"));
  fillAgentFolder(agentFolder, options);
  fillProject(directory, options.project);
  placeDropIns(join(directory, ".pi", "extensions"), options.projectExtensions ?? []);
  if (options.git ?? true) startRepository(directory, home, [".pi/npm"]);
  const env = { ...isolatedEnvironment(root, home), ...options.env };
  return { ...sandbox, agentFolder, runtime: options.runtime, args: commandLine(options), env };
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
