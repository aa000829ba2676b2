import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

test("the command line has what it reads only when it is asked for", () => {
  const project = join(packed.folder, "project");
  const capability = join(project, "home", ".gsd", "capabilities", "newer");
  for (const folder of [join(project, ".planning"), capability]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, ".planning", "STATE.md"), "---\nmilestone: >-\n  v1.0\n  of it\n---\n\n# State\n");
  writeFileSync(join(capability, "capability.json"), JSON.stringify(needing(">=9999.0.0")));
  const answer = (...words: string[]) =>
    execFileSync("node", [join(packed.installed, "dist", "cli.js"), ...words], {
      cwd: project,
      encoding: "utf8",
      env: { ...process.env, GSD_HOME: join(project, "home") },
      timeout: 30_000,
    });
  expect(JSON.parse(answer("state", "json")).milestone).toBe("v1.0 of it");
  expect(JSON.parse(answer("guard", "explain", "bash", "cat < .env.local")).rule).toBe("secret");
  expect(answer("capability", "list")).toContain(">=9999.0.0");
});

function needing(gsd: string) {
  const lists = { requires: [], skills: [], agents: [], steps: [], contributions: [], gates: [] };
  const words = { id: "newer", role: "feature", version: "1.0.0", title: "Newer", description: "Newer.", tier: "full" };
  return { ...words, ...lists, config: {}, runtimeCompat: { supported: ["*"], unsupported: [] }, engines: { gsd } };
}
