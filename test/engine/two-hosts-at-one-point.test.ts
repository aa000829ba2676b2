import { afterEach, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { accepted, gate, LoopProject } from "./loop-project.ts";

const POINT = "discuss:pre";
const BEGINNER = new URL("step-beginner.ts", import.meta.url).pathname;

let project: LoopProject;
afterEach(() => project.remove());

test("that close it while its gate is judged close it once", async () => {
  const check = { predicate: { kind: "command-exit-zero", command: "test -e slow || { touch slow; sleep 0.3; }" } };
  project = new LoopProject({ capabilities: [gate("harbour", POINT, check)] });
  accepted(await project.person("step begin discuss 1"));
  accepted(await project.model(`point enter ${POINT}`));
  const other = project.anotherEngine();
  const answers = await Promise.all([
    project.model(`point close ${POINT}`),
    other.run("point", "close", { point: POINT }, { audience: "model", session: { id: "other", role: "root" } }),
  ]);
  expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
  expect(project.record().filter(({ event }) => event === "point_closed")).toHaveLength(1);
});

test("that begin a step at the same moment share one run", async () => {
  project = new LoopProject();
  const beginners = [1, 2, 3].map(() => {
    const child = spawn(process.execPath, [BEGINNER, project.root, join(project.root, "../home")]);
    let told = "";
    const hears = (word: string) =>
      new Promise<void>((done) => {
        child.stdout.on("data", () => told.includes(word) && done());
        child.on("close", () => done());
      });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      told += text;
    });
    return { ready: hears("ready"), ended: new Promise((done) => child.on("close", done)), told: () => told };
  });
  await Promise.all(beginners.map(({ ready }) => ready));
  project.write("go", "");
  await Promise.all(beginners.map(({ ended }) => ended));
  expect(beginners.map(({ told }) => told())).toEqual(Array(3).fill("ready\nbegun\n"));
  expect(readdirSync(join(project.root, ".planning/runs")).filter((name) => name.startsWith("run-"))).toHaveLength(1);
});
