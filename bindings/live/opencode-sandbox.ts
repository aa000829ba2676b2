import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findOpenCode } from "./find-program.ts";
import { type Environment, inheritedEnvironment } from "./inherited-environment.ts";
import { LiveError } from "./live-error.ts";
import { type DropIn, fillProject, placeDropIns, startRepository } from "./project-folder.ts";
import { emptySandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";
import { writeInto } from "./scratch-folder.ts";

export interface OpenCodeSandboxOptions extends SandboxOptions {
  /** Entries of the project's `plugin` list. */
  readonly plugin?: readonly unknown[];
  /** Files for the project's `.opencode/plugins/`. */
  readonly dropIn?: readonly DropIn[];
  /** Files for the `plugins/` folder of the home's configuration. */
  readonly homeDropIn?: readonly DropIn[];
  /** Merged into the project's `opencode.json`. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** The OpenCode binary; else it is looked for. */
  readonly binary?: string;
}

export interface OpenCodeSandbox extends Sandbox {
  readonly binary: string;
}

const DEPENDENCY = "@opencode-ai/plugin";
const WRITTEN_BY_HOST = ["node_modules", "package.json", "package-lock.json", "bun.lock", ".gitignore"];

/** Lists files, which is all that loading skills needs; without an `rg` the host fetches one. */
const LIST_FILES_ONLY = `#!/bin/sh
case " $* " in
  *" --files "*) find . -type f -not -path './.git/*' | sed 's|^\\./||' ;;
  *) exit 1 ;;
esac
`;

/** Throws `LiveError` when there is no OpenCode on this machine. */
export function createOpenCodeSandbox(options: OpenCodeSandboxOptions): OpenCodeSandbox {
  const binary = options.binary ?? findOpenCode();
  if (binary === undefined) throw new LiveError("no OpenCode found: install `opencode-ai` or put `opencode` on PATH");
  const sandbox = emptySandbox("loopwright-opencode", options.keep);
  const { root, home, directory } = sandbox;
  fillHome(root, home, options);
  fillProject(directory, options.project);
  fillConfiguration(directory, options);
  if (options.git ?? true) {
    startRepository(
      directory,
      home,
      WRITTEN_BY_HOST.map((name) => `.opencode/${name}`),
    );
  }
  return { ...sandbox, binary, env: { ...isolatedEnvironment(root, home), ...options.env } };
}

function fillHome(root: string, home: string, { model, homeDropIn }: OpenCodeSandboxOptions): void {
  const configuration = join(home, ".config", "opencode");
  writeInto(join(configuration, "opencode.json"), offlineConfiguration(model.url));
  answerDependencyCheck(configuration);
  placeDropIns(join(configuration, "plugins"), homeDropIn ?? []);
  writeInto(join(root, "models.json"), {});
  mkdirSync(join(root, "tmp"));
  const tools = join(root, "bin");
  writeInto(join(tools, "rg"), LIST_FILES_ONLY);
  chmodSync(join(tools, "rg"), 0o755);
}

function fillConfiguration(directory: string, { plugin, dropIn, config }: OpenCodeSandboxOptions): void {
  const file = join(directory, "opencode.json");
  if (plugin !== undefined || config !== undefined) {
    const existing = readJson(file);
    const own = Array.isArray(existing.plugin) ? existing.plugin : [];
    writeInto(file, { ...existing, ...config, plugin: [...own, ...(plugin ?? [])] });
  }
  const folder = join(directory, ".opencode");
  placeDropIns(join(folder, "plugins"), dropIn ?? []);
  if (existsSync(folder)) answerDependencyCheck(folder);
}

/** The host installs nothing when there is a `node_modules` and the lock file names every dependency. */
function answerDependencyCheck(folder: string): void {
  const manifest = readJson(join(folder, "package.json"));
  const dependencies = { ...(manifest.dependencies as object | undefined), [DEPENDENCY]: "*" };
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeInto(join(folder, "package.json"), { ...manifest, dependencies });
  writeInto(join(folder, "package-lock.json"), { lockfileVersion: 3, packages: { "": { dependencies } } });
}

function readJson(file: string): Record<string, unknown> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>) : {};
}

function offlineConfiguration(baseURL: string): object {
  const model = (name: string) => ({ name, limit: { context: 100_000, output: 8_000 }, tool_call: true });
  return {
    $schema: "https://opencode.ai/config.json",
    model: "mock/big",
    small_model: "mock/small",
    share: "disabled",
    autoupdate: false,
    snapshot: false,
    formatter: false,
    lsp: false,
    enabled_providers: ["mock"],
    provider: {
      mock: {
        npm: "@ai-sdk/openai-compatible",
        name: "Scripted",
        options: { baseURL, apiKey: "none" },
        models: { big: model("Big"), small: model("Small"), "gpt-5": model("Offered apply_patch by its name") },
      },
    },
  };
}

function isolatedEnvironment(root: string, home: string): Environment {
  const inherited = inheritedEnvironment();
  return {
    ...inherited,
    PATH: `${join(root, "bin")}${delimiter}${inherited.PATH ?? ""}`,
    HOME: home,
    USERPROFILE: home,
    TMPDIR: join(root, "tmp"),
    OPENCODE_TEST_HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_MODELS_PATH: join(root, "models.json"),
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_EXTERNAL_SKILLS: "1",
    OPENCODE_DISABLE_CLAUDE_CODE: "1",
    npm_config_offline: "true",
  };
}
