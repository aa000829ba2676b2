import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runScript } from "../../../engine/capability/run-script.ts";
import { OverlayHome } from "./overlay-home.ts";

let place: OverlayHome;
beforeEach(() => {
  place = new OverlayHome();
});
afterEach(() => place.close());

function run(name: string, text: string, timeoutMs = 10_000) {
  const file = join(place.folder, name);
  place.file(file, text);
  const env = { PATH: process.env.PATH };
  return runScript({ program: "script", file, cwd: place.root, env, input: { event: "SessionStart" }, timeoutMs });
}

test("a script gets its event as JSON on standard input", async () => {
  const script = 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>process.stdout.write(JSON.parse(t).event))';
  expect(await run("echo.cjs", script)).toEqual({ exitCode: 0, timedOut: false, stdout: "SessionStart", stderr: "" });
});

test("one that does not end is ended, with what it started", async () => {
  const result = await run("slow.sh", "(sleep 2; touch late) & sleep 20", 200);
  expect(result).toMatchObject({ exitCode: null, timedOut: true });
  expect(existsSync(join(place.root, "late"))).toBe(false);
});

test("one that says too much is ended", async () => {
  const result = await run("loud.sh", "yes");
  expect(result.exitCode).not.toBe(0);
  expect(result.stdout.length).toBeLessThanOrEqual(1024 * 1024);
});

test("an ending that nothing can run is told", async () => {
  expect((await run("odd.xyz", "")).stderr).toContain("nothing on this machine can run");
});
