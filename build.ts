import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { BunPlugin } from "bun";
import { readFrontmatter } from "./engine/planning/frontmatter.ts";

const CONTENT = "plugin/content";
const ENTRIES = ["plugin/opencode.ts", "plugin/pi.ts", "plugin/mcp.ts", "plugin/cli.ts", "engine/index.ts"];

/** Shipped content becomes one module, so that no host reads a folder of ours when it starts. */
function generateContent(): void {
  const content = {
    capabilities: files("capabilities").map(({ text }) => JSON.parse(text)),
    workflows: byName(files("workflows"), (text) => text),
    commands: byName(files("commands"), withFrontmatter("template")),
    agents: byName(files("agents"), withFrontmatter("prompt")),
  };
  const source = [
    'import type { Content } from "../bindings/shared/content.ts";',
    `export const content: Content = ${JSON.stringify(content, null, 1)};`,
  ];
  writeFileSync("plugin/content.generated.ts", `${source.join("\n\n")}\n`);
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

/** Built-in modules that every entry needs at once; the others wait until something uses them. */
const EAGER = new Set(["node:fs", "node:path", "node:url", "node:module"]);

/**
 * A bundler lifts imports of built-in modules to the top of its output, also those of code that is loaded late. A host
 * would pay for each of them when it starts.
 */
const lateBuiltins: BunPlugin = {
  name: "late-builtins",
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path }) =>
      EAGER.has(path) ? { path, external: true } : { path, namespace: "late-builtin" },
    );
    build.onLoad({ filter: /.*/, namespace: "late-builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};

async function bundle(): Promise<void> {
  rmSync("dist", { recursive: true, force: true });
  mkdirSync("dist");
  for (const entry of ENTRIES) {
    const name = entry === "engine/index.ts" ? "engine" : basename(entry, ".ts");
    const result = await Bun.build({
      entrypoints: [entry],
      outdir: "dist",
      naming: `${name}.js`,
      target: "node",
      format: "esm",
      minify: true,
      plugins: [lateBuiltins],
      banner: name === "cli" || name === "mcp" ? "#!/usr/bin/env node" : "",
    });
    for (const log of result.logs) process.stderr.write(`${log.message}\n`);
  }
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
