import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { lateBuiltins } from "./build/late-builtins.ts";
import { LATE_LIBRARIES, lateLibraries, libraryFile } from "./build/late-libraries.ts";
import { parseManifest } from "./engine/capability/parse-manifest.ts";
import { readFrontmatter } from "./engine/planning/frontmatter.ts";
import { version } from "./package.json";

const CONTENT = "plugin/content";
const HOST_ENTRIES = ["plugin/opencode.ts", "plugin/pi.ts"];
const PROGRAMS = ["plugin/mcp.ts", "plugin/cli.ts"];
const LIBRARY = "plugin/engine.ts";

/** Shipped content becomes one module, so that no host reads a folder of ours when it starts. */
function generateContent(): void {
  const content = {
    capabilities: [],
    manifests: files("capabilities").map(manifestOf),
    workflows: byName(files("workflows"), (text) => text),
    commands: byName(files("commands"), withFrontmatter("template")),
    agents: byName(files("agents"), withFrontmatter("prompt")),
    card: textOf("card.md").replace("{version}", version),
    bootstrap: textOf("bootstrap.md"),
  };
  const source = [
    'import type { Content } from "../bindings/shared/content.ts";',
    `export const content: Content = ${JSON.stringify(content, null, 1)};`,
  ];
  writeFileSync("plugin/content.generated.ts", `${source.join("\n\n")}\n`);
}

/** Checked here once, so that no start has to. */
function manifestOf({ name, text }: ContentFile) {
  const result = parseManifest(JSON.parse(text));
  if (result.ok) return result.manifest;
  throw new Error(result.issues.map(({ path, message }) => `${name}.json: ${path}: ${message}`).join("\n"));
}

/** The same bytes on every system, since they become part of a prompt. */
function textOf(file: string): string {
  return readFileSync(join(CONTENT, file), "utf8").replaceAll("\r\n", "\n").trim();
}

interface ContentFile {
  readonly name: string;
  readonly text: string;
}

function files(folder: string): readonly ContentFile[] {
  return readdirSync(join(CONTENT, folder))
    .sort()
    .map((file) => ({
      name: basename(file, extname(file)),
      text: readFileSync(join(CONTENT, folder, file), "utf8"),
    }));
}

function byName<T>(list: readonly ContentFile[], read: (text: string, name: string) => T): Record<string, T> {
  return Object.fromEntries(list.map(({ name, text }) => [name, read(text, name)]));
}

function withFrontmatter(body: "template" | "prompt") {
  return (text: string, name: string) => {
    const frontmatter = readFrontmatter(text);
    if (!frontmatter.ok) throw new Error(`${name}.md: ${frontmatter.problem.message}`);
    return { ...frontmatter.fields, [body]: text.slice(frontmatter.body).trim() };
  };
}

/** The first line spares Bun from looking for what is left to translate; other runtimes take it for a comment. */
const ALREADY_PLAIN = "// @bun";

/**
 * A host loads one self-contained file. Programs that are started from the package load their parts from beside them.
 */
async function bundle(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  const common = { outdir: "dist", target: "node", minify: true } as const;
  const module = { ...common, format: "esm", banner: ALREADY_PLAIN } as const;
  const plugins = [lateBuiltins];
  for (const entry of HOST_ENTRIES) report(await Bun.build({ ...module, plugins, entrypoints: [entry] }));
  for (const entry of [...PROGRAMS, LIBRARY]) {
    const naming = { entry: "[name].js", chunk: `${basename(entry, ".ts")}/[name]-[hash].js` };
    const late = [lateLibraries, ...plugins];
    report(await Bun.build({ ...module, plugins: late, entrypoints: [entry], naming, splitting: true }));
  }
  for (const library of LATE_LIBRARIES) {
    const entrypoints = [Bun.resolveSync(library, import.meta.dir)];
    report(await Bun.build({ ...common, plugins, format: "cjs", entrypoints, naming: libraryFile(library) }));
  }
  for (const program of PROGRAMS) makeProgram(`dist/${basename(program, ".ts")}.js`);
}

function report({ logs }: Bun.BuildOutput): void {
  for (const log of logs) process.stderr.write(`${log.message}\n`);
}

function makeProgram(file: string): void {
  writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, "utf8")}`);
  chmodSync(file, 0o755);
}

/** Declarations of the engine's door, for those who build on it. */
function declare(): void {
  const result = Bun.spawnSync(["bun", "x", "tsc", "-p", "tsconfig.build.json"], {
    stderr: "inherit",
    stdout: "inherit",
  });
  if (!result.success) throw new Error("The declarations could not be made.");
}

generateContent();
if (!process.argv.includes("--content")) {
  await bundle();
  declare();
}
