import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = join(import.meta.dir, "..");
const transpiler = new Bun.Transpiler({ loader: "ts" });

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));
}

/** Folders that a source imports from, type imports included, relative to the repository. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), "utf8")
    .replaceAll("import type", "import")
    .replaceAll("export type {", "export {");
  return transpiler
    .scanImports(text)
    .map(({ path }) => path)
    .filter((path) => path.startsWith("."))
    .map((path) => relative(ROOT, resolve(ROOT, dirname(file), path)));
}

function strays(folder: string, isAllowed: (target: string, file: string) => boolean): readonly string[] {
  return sources(folder).flatMap((file) =>
    importsOf(file)
      .filter((target) => !isAllowed(target, file))
      .map((target) => `${file} imports ${target}`),
  );
}

test("the engine imports nothing of ours outside itself", () => {
  expect(strays("engine", (target) => target.startsWith("engine/"))).toEqual([]);
});

test("a binding imports the engine's door, what bindings share, and itself", () => {
  const allowed = (target: string, file: string) => {
    const own = file.split("/").slice(0, 2).join("/");
    const shared = target.startsWith("bindings/shared/") || target.startsWith("bindings/live/");
    return target.startsWith(`${own}/`) || target === "engine/index.ts" || shared;
  };
  expect(strays("bindings", allowed)).toEqual([]);
});

test("what bindings share knows no binding", () => {
  const allowed = (target: string) => target.startsWith("bindings/shared/") || target === "engine/index.ts";
  expect(strays("bindings/shared", allowed)).toEqual([]);
});
