import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Packed, packAndInstall } from "./packed.ts";

let packed: Packed;

beforeAll(() => {
  packed = packAndInstall();
});
afterAll(() => packed.remove());

/** What a program sees that imports the installed package, under Node. */
function underNode(source: string): string {
  return execFileSync("node", ["--input-type=module", "-e", source], {
    cwd: packed.folder,
    encoding: "utf8",
    timeout: 30_000,
  }).trim();
}

test("the package brings nothing but what it needs", () => {
  const manifest = JSON.parse(readFileSync(join(packed.installed, "package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.scripts.postinstall).toBeUndefined();
  expect(readdirSync(packed.installed).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
});

test.each(["loopwright", "loopwright/server", "loopwright/opencode"])("%s has one default { id, server }", (name) => {
  const seen = underNode(
    `const m = await import(${JSON.stringify(name)}); console.log(JSON.stringify([Object.keys(m), m.default.id, Object.keys(m.default), typeof m.default.server]))`,
  );
  expect(JSON.parse(seen)).toEqual([["default"], "loopwright", ["id", "server"], "function"]);
});

test("loopwright/pi has one default function", () => {
  const seen = underNode(
    'const m = await import("loopwright/pi"); console.log(JSON.stringify([Object.keys(m), typeof m.default]))',
  );
  expect(JSON.parse(seen)).toEqual([["default"], "function"]);
});

test("loopwright/engine gives third parties the engine and the negotiation, with types", () => {
  const seen = underNode(
    'const m = await import("loopwright/engine"); console.log(typeof m.createEngine, typeof m.negotiate, m.negotiate({}).profile)',
  );
  expect(seen).toBe("function function null");
  expect(existsSync(join(packed.installed, "dist", "types", "engine", "index.d.ts"))).toBe(true);
});

test("importing an entry prints nothing", () => {
  for (const name of ["loopwright", "loopwright/pi", "loopwright/engine"]) {
    expect(underNode(`await import(${JSON.stringify(name)})`)).toBe("");
  }
});

test("the command line runs from the installed package", () => {
  const bin = join(packed.folder, "node_modules", ".bin", "loopwright");
  const version = execFileSync(bin, ["--version"], { cwd: packed.folder, encoding: "utf8", timeout: 30_000 });
  const manifest = JSON.parse(readFileSync(join(packed.installed, "package.json"), "utf8"));
  expect(version.trim()).toBe(manifest.version);
});
