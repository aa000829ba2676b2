import { expect, test } from "bun:test";
import { read } from "../planning/sample.ts";
import { projectEngine } from "./project-engine.ts";

const STATE = ".planning/STATE.md";

test.each([[["state", "add-decision", "Use files"]], [["state", "add-decision", "--summary", "Use files"]]])(
  "a decision is noted: %p",
  async (line) => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.data(...line, "--phase", "1", "--why", "simple")).toMatchObject({ added: true });
    expect(read(engine.root, STATE)).toContain("- [Phase 1]: Use files — simple");
  },
);

test("a question can be asked by the reference's flags", async () => {
  const engine = projectEngine("s01-new-roadmap");
  const line = ["state", "signal-waiting", "--type", "choice", "--question", "Which?", "--options", "A|B"];
  expect(await engine.data(...line)).toMatchObject({ signaled: true });
  expect(JSON.parse(read(engine.root, ".planning/WAITING.json"))).toMatchObject({
    type: "choice",
    question: "Which?",
    options: ["A", "B"],
  });
});

test("nothing is noted without a text", async () => {
  const engine = projectEngine("s01-new-roadmap");
  for (const name of ["add-decision", "add-blocker", "resolve-blocker", "signal-waiting"]) {
    expect(await engine.run(["state", name])).toMatchObject({ ok: false, reason: "usage" });
  }
});
