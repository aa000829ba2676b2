import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkEntryShape } from "../../bindings/cli/entry-shape.ts";
import { createScratchFolder, type ScratchFolder, writeInto } from "../../bindings/live/scratch-folder.ts";
import { bundleEntry } from "../bindings/bundle-entry.ts";
import field from "./cases/F07-entry-shapes.json";

let project: ScratchFolder;
let folder: string;

beforeAll(() => {
  project = createScratchFolder("loopwright-f07", false);
  folder = join(project.path, field.given.folder);
  for (const { file, source } of field.steps) writeInto(join(folder, file), source);
});

afterAll(() => project.remove());

function check(file: string, timeoutMs?: number) {
  return checkEntryShape(join(folder, file), folder, {
    cli: join(import.meta.dir, "..", "..", "plugin", "cli.ts"),
    root: project.path,
    env: { PATH: process.env.PATH },
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

describe("the checker says of each file what the host makes of it", () => {
  test.each(field.steps.map(({ file, host }) => [file, host] as const))("%s: %s", async (file, host) => {
    const shape = await check(file);
    expect(shape?.verdict).toBe(host as "loads" | "line" | "silent");
    if (host !== "loads") expect(shape?.reason).toMatch(/\w{3,}.*\./);
  });

  test("a file that loads and then breaks the host has a reason too", async () => {
    expect((await check("m.js"))?.reason).toContain("Return an object");
    expect((await check("a.js"))?.reason).toBeNull();
  });
});

describe("a file that keeps the host waiting is told apart", () => {
  test.each([
    ["a client call that is awaited", "await client.session.list()", "wait no client call there"],
    ["a timer without end", "setInterval(() => {}, 1000); await new Promise(() => {})", "did not end within 1 s"],
    ["an exit", "process.exit(0)", "never exit"],
  ])("%s", async (_, body, reason) => {
    writeInto(join(folder, "z.js"), `export default { id: "z", server: async ({ client }) => { ${body}; return {} } }`);
    const shape = await check("z.js", 1_000);
    expect(shape).toEqual({ verdict: "silent", reason: expect.stringContaining(reason) });
  });

  test("the host's log may be written to", async () => {
    const body = 'await client.app.log({ body: { service: "z", level: "info", message: "here" } })';
    writeInto(join(folder, "z.js"), `export default { id: "z", server: async ({ client }) => { ${body}; return {} } }`);
    expect(await check("z.js")).toEqual({ verdict: "loads", reason: null });
  });

  test("what a file prints does not hide the verdict, and a syntax error is named", async () => {
    writeInto(join(folder, "z.js"), 'console.log("{}"); export default async () => ({})');
    expect((await check("z.js"))?.verdict).toBe("loads");
    writeInto(join(folder, "y.js"), "export default {");
    expect(await check("y.js")).toEqual({ verdict: "silent", reason: expect.stringContaining("cannot be loaded") });
  });
});

describe("our own entry", () => {
  const wanted = field.expect.own_entry;
  let entry: string;

  beforeAll(async () => {
    entry = await bundleEntry("opencode", join(project.path, "dist"));
  });

  test("has one export, a module with an id and a server", async () => {
    const module = await import(pathToFileURL(entry).href);
    expect(Object.keys(module)).toEqual(wanted.exports);
    const shape = Object.fromEntries(Object.entries(module.default).map(([name, value]) => [name, typeof value]));
    expect(shape as Record<string, string>).toEqual(wanted.default_has);
  });

  test("loads as a drop-in and answers with an object", async () => {
    await Bun.write(join(folder, "own.js"), Bun.file(entry));
    expect(await check("own.js")).toEqual({ verdict: "loads", reason: null });
  });

  test.each(["node", process.execPath])("prints nothing when %s imports it", (runtime) => {
    writeInto(join(project.path, "import.mjs"), `await import(${JSON.stringify(pathToFileURL(entry).href)});`);
    const { stdout, stderr, status } = spawnSync(runtime, [join(project.path, "import.mjs")], { encoding: "utf8" });
    const { stdout: out, stderr: err } = wanted.import_side_effects;
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: out, stderr: err });
  });
});
