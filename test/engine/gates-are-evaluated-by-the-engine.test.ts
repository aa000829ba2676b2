import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import type { JsonObject } from "../../engine/index.ts";
import { accepted, gate, LoopProject, PHASE } from "./loop-project.ts";

let project: LoopProject;
afterEach(() => project.remove());

const POINT = "discuss:pre";

/** Enters the first point of the loop, where one gate with this check stands. */
async function stand(check: JsonObject, options: { readonly blocking?: boolean; readonly config?: JsonObject } = {}) {
  const capabilities = [gate("harbour", POINT, check, options.blocking ?? true)];
  project = new LoopProject({ capabilities, ...(options.config && { config: options.config }) });
  accepted(await project.person("step begin discuss 1"));
  accepted(await project.model(`point enter ${POINT}`));
}

const close = () => project.model(`point close ${POINT}`);
const command = (text: string, timeout?: number): JsonObject => ({
  predicate: { kind: "command-exit-zero", command: text, ...(timeout !== undefined && { timeout }) },
});
const field = (equals: string | number | boolean): JsonObject => ({
  predicate: { kind: "artifact-frontmatter-equals", artifact: "TIDE.md", field: "level", equals },
});
const tide = (text: string) => project.write(`${PHASE}/01-TIDE.md`, text);
const verdicts = () => project.record().flatMap((entry) => (entry.event === "gate_verdict" ? [entry] : []));
const shut = (message: string) => ({ ok: false, reason: "gate_shut", message: expect.stringContaining(message) });

describe("a gate that asks a command", () => {
  test("is shut while it fails and open when it succeeds, judged anew at each close", async () => {
    await stand(command("test -e mended"));
    expect(await close()).toMatchObject({
      ...shut("The gate harbour:gate at discuss:pre is shut: `test -e mended` ended with 1"),
      remedy: expect.stringContaining("Make `test -e mended` succeed"),
    });
    project.write("mended", "");
    accepted(await close());
    expect(verdicts()).toMatchObject([
      { ticket: "harbour:gate", verdict: "shut", exit_code: 1, digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      { ticket: "harbour:gate", verdict: "open", exit_code: 0 },
    ]);
  });

  test("tells it the phase through its environment", async () => {
    await stand(command('echo "$PHASE_NUMBER $PHASE_DIR $PHASE_REQ_IDS" > told'));
    accepted(await close());
    expect(project.read("told")).toBe(`1 ${PHASE} REQ-1\n`);
  });

  test("takes the command from the project's settings where it names a key", async () => {
    const check = { predicate: { kind: "command-exit-zero", commandKey: "harbour.check" } };
    await stand(check, { config: { harbour: { check: "exit 7" } } });
    expect(await close()).toMatchObject(shut("`exit 7` ended with 7"));
  });

  test("ends the command and all that it started when the time is up", async () => {
    await stand(command("sleep 60 & echo $! > started; wait", 1));
    expect(await close()).toMatchObject(shut("ran out of time"));
    expect(await hasEnded(Number(project.read("started")))).toBe(true);
  });

  test("does not wait for what the command left running", async () => {
    await stand(command("sleep 60 & echo $! > started"));
    accepted(await close());
    expect(await hasEnded(Number(project.read("started")))).toBe(true);
  });
});

describe("a gate that cannot be evaluated", () => {
  const unknown = { query: "nobody.knows-this" };

  test("is shut, and says what it asked for and how a person opens it", async () => {
    await stand(unknown);
    const refused = await close();
    expect(refused).toMatchObject(shut("nobody.knows-this"));
    const waiving = !refused.ok && /`(gate waive \S+ --point \S+)/.exec(refused.remedy)?.[1];
    expect(waiving).toBe(`gate waive harbour:gate --point ${POINT}`);
    accepted(await project.person(String(waiving), { reason: "looked at it" }));
    accepted(await close());
  });

  test("is not one that asks for a fact alone", async () => {
    await stand({ query: "auto-mode" });
    accepted(await close());
  });

  test("stops the step where its error is to halt, though it only advises", async () => {
    await stand(unknown, { blocking: false });
    expect(await close()).toMatchObject(shut("nobody.knows-this"));
  });
});

describe("a gate that asks for a field of an artifact", () => {
  test("is shut without the artifact, with another value, and open with the value", async () => {
    await stand(field(0));
    expect(await close()).toMatchObject(shut("TIDE.md is not there"));
    tide("---\nlevel: 3\n---\n");
    expect(await close()).toMatchObject(shut("says level: 3; 0 is needed"));
    tide("---\nother: 0\n---\n");
    expect(await close()).toMatchObject(shut("has no level"));
    tide("---\nlevel: 0\n---\n");
    accepted(await close());
  });

  test.each(["high", true, 2])("compares %p as it is written", async (value) => {
    await stand(field(value));
    tide(`---\nlevel: ${value}\n---\n`);
    accepted(await close());
  });
});

describe("a gate that cannot be evaluated is shut", () => {
  test("when nobody knows its question", async () => {
    await stand({ query: "tide.high" });
    expect(await close()).toMatchObject(shut("It cannot be evaluated: this engine has no check named tide.high"));
  });

  test("when its command is not set", async () => {
    await stand({ predicate: { kind: "command-exit-zero", commandKey: "harbour.check" } });
    expect(await close()).toMatchObject(shut("no command is set under harbour.check"));
  });

  test("when its command is not there", async () => {
    await stand(command("no-such-command-at-all"));
    expect(await close()).toMatchObject(shut("ended with 127"));
  });

  test("when its artifact cannot be read", async () => {
    await stand(field(0));
    tide("---\nlevel: [0\n---\n");
    expect(await close()).toMatchObject(shut("It cannot be evaluated"));
  });
});

describe("nobody's word opens a gate", () => {
  test.each(["done", "failed", "skipped"])("a model that settles it as %s is refused", async (outcome) => {
    await stand(command("false"));
    const answer = await project.model(`point settle ${POINT} harbour:gate ${outcome}`, { reason: "trust me" });
    expect(answer).toMatchObject({ ok: false, reason: "ticket_is_gate" });
    expect(await close()).toMatchObject(shut("`false` ended with 1"));
  });

  test("an engine that is started anew finds it shut", async () => {
    await stand(command("false"));
    await close();
    project.engine = project.anotherEngine();
    expect(await project.next()).toMatchObject({ action: "open the gate harbour:gate at discuss:pre" });
    expect(await project.model("point enter discuss:post")).toMatchObject({ ok: false, reason: "step_order" });
  });
});

test("a gate that is not declared blocking advises", async () => {
  await stand(command("false"), { blocking: false });
  accepted(await close());
  expect(verdicts()).toMatchObject([{ verdict: "advice", message: "`false` ended with 1" }]);
});

test("a shut gate holds its own point only", async () => {
  project = new LoopProject({ capabilities: [gate("harbour", "discuss:post", command("false"))] });
  accepted(await project.person("step begin discuss 1"));
  await project.pass("discuss:pre");
});

test("the command of a gate can be asked for before it is run", async () => {
  await stand(command("test -e mended"));
  expect(await project.engine.wouldRun("point", "close", { point: POINT })).toEqual(["test -e mended"]);
});

/** A killed process is gone a moment after the signal. */
async function hasEnded(pid: number): Promise<boolean> {
  const end = performance.now() + 2000;
  while (isRunning(pid) && performance.now() < end) await new Promise((resolve) => setImmediate(resolve));
  return !isRunning(pid);
}

/** A killed process whose parent has not taken notice yet does not run any more. */
function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  if (existsSync(status)) return readFileSync(status, "utf8").split(") ")[1]?.[0] !== "Z";
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
