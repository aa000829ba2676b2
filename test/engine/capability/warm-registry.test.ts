import { afterEach, beforeEach, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { advice, feature, OverlayHome } from "./overlay-home.ts";

let place: OverlayHome;
beforeEach(() => {
  place = new OverlayHome();
});
afterEach(() => place.close());

const COUNT = (engine: string, root: string, home: string) => `
  import { syncBuiltinESMExports } from "node:module";
  const files = process.getBuiltinModule("node:fs");
  let walks = 0;
  for (const name of ["readdirSync", "opendirSync"]) {
    const original = files[name];
    files[name] = (...args) => { walks++; return original(...args); };
  }
  syncBuiltinESMExports();
  const { createEngine } = await import(${JSON.stringify(engine)});
  const content = { capabilities: [], workflows: {} };
  const root = ${JSON.stringify(root)};
  const engine = createEngine({ root, home: ${JSON.stringify(home)}, host: "opencode", content, env: {} });
  const ask = () => engine.run("loop", "render-hooks", { point: "plan:pre", phase: "1" }, { audience: "person" });
  const first = await ask();
  const cold = walks;
  await ask();
  process.stdout.write(JSON.stringify({ hooks: first.data.activeHooks.length, cold, warm: walks - cold }));`;

test("a warm resolution lists no folder", async () => {
  place.write("guest", feature("guest", { contributions: [advice("plan:pre", "planner", "hello")] }));
  const outdir = join(place.folder, "built");
  mkdirSync(outdir);
  await Bun.build({ entrypoints: [join(import.meta.dir, "../../../engine/index.ts")], outdir, target: "node" });
  const script = COUNT(join(outdir, "index.js"), place.root, place.home);
  const answer = execFileSync("node", ["--input-type=module", "-e", script], { encoding: "utf8" });
  const { hooks, cold, warm } = JSON.parse(answer);
  expect(hooks).toBe(1);
  expect(cold).toBeGreaterThan(0);
  expect(warm).toBe(0);
});

test("a change of what was read is seen at once", async () => {
  const engine = place.engine();
  const hooks = async () => {
    const result = await engine.run("loop", "render-hooks", { point: "plan:pre" }, { audience: "person" });
    return result.ok ? JSON.stringify(result.data) : "";
  };
  place.write("guest", feature("guest", { contributions: [advice("plan:pre", "planner", "one")] }));
  expect(await hooks()).toContain('"one"');
  place.write("guest", feature("guest", { contributions: [advice("plan:pre", "planner", "two")] }));
  utimesSync(join(place.capability("guest"), "capability.json"), 1, 1);
  expect(await hooks()).toContain('"two"');
});
