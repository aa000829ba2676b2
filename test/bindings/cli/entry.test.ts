import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { bundleEntry } from "../bundle-entry.ts";
import { createWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
let entry: string;

beforeAll(async () => {
  bench = createWorkbench();
  entry = await bundleEntry("cli", bench.home);
});

afterAll(() => bench.remove());

function run(runtime: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, HOME: bench.home };
  const { status, stdout, stderr } = spawnSync(runtime, [entry, ...args], { cwd: bench.root, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

test.each(["node", process.execPath])("the bundled command line works on %s", (runtime) => {
  expect(run(runtime, "state", "json", "--pick", "milestone")).toEqual({ status: 0, stdout: "v1.0\n", stderr: "" });
  const unknown = run(runtime, "frobnicate", "--json-errors");
  expect({ ...unknown, stderr: JSON.parse(unknown.stderr).reason }).toEqual({
    status: 1,
    stdout: "",
    stderr: "sdk_unknown_command",
  });
});

test("bundled, it still tries a plugin file in a child of its own", () => {
  bench.write(".opencode/plugins/hole.js", "export default { id: 'hole', server: async () => undefined }");
  const { status, stdout } = run("node", "doctor");
  expect(status).toBe(1);
  expect(stdout).toContain("hole.js loads and does harm");
});
