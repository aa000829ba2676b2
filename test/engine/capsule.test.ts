import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { accepted, LEAD, LoopProject, PHASE, plan } from "./loop-project.ts";

let project: LoopProject;
beforeEach(async () => {
  project = new LoopProject();
  accepted(await project.person("step begin discuss 1"));
});
afterEach(() => project.remove());

async function capsule(): Promise<string> {
  const reactions = await project.handle("context.compact", { reason: "threshold" });
  const texts = reactions.flatMap((reaction) => (reaction.type === "context" ? [reaction.text] : []));
  expect(texts).toHaveLength(1);
  return texts[0] ?? "";
}

const lines = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(`${name}: `));

describe("the capsule", () => {
  test("says who is at work on what, where the loop stands, and the one next action", async () => {
    const text = await capsule();
    const next = await project.next();
    expect(text).toContain("Project: Harbour notes");
    expect(text).toContain("Phase: 1 of 2: Addresses");
    expect(text).toContain("Step: discuss phase 1");
    expect(lines(text, "Next action")).toEqual([`Next action: ${next.action}`]);
    expect(lines(text, "By")).toEqual([`By: ${next.call}`]);
  });

  test("names what is open: plans, tickets, and gates with what they said", async () => {
    await project.pass("discuss:pre");
    project.write(`${PHASE}/01-CONTEXT.md`, "# Context\n");
    await project.pass("discuss:post");
    accepted(await project.person("step begin plan 1"));
    accepted(await project.model("point enter plan:pre"));
    expect(await capsule()).toContain("Open point: plan:pre, unanswered: research:step");
    accepted(await project.model("point settle plan:pre research:step skipped", { reason: "known ground" }));
    accepted(await project.model("point close plan:pre"));
    project.write(`${PHASE}/01-01-PLAN.md`, plan());
    accepted(await project.model("point enter plan:post"));
    accepted(await project.model("point settle plan:post plan-check:step done"));
    await project.model("point close plan:post");
    const text = await capsule();
    expect(text).toContain("Plans done: 0 of 1; open: 01-01");
    expect(text).toContain("Gate shut: plan-check:gate, 01-01 has no <verify><automated> command");
  });

  test("is the same, byte for byte, until the work moves", async () => {
    const first = await capsule();
    project.now += 3_600_000;
    expect(await capsule()).toBe(first);
    project.engine = project.anotherEngine();
    expect(await capsule()).toBe(first);
    accepted(await project.model("point enter discuss:pre"));
    expect(await capsule()).not.toBe(first);
  });

  test("is given again afterwards, and the host is held back while a person is asked", async () => {
    const before = await capsule();
    const after = () => project.handle("context.compacted", { reason: "threshold" });
    expect(await after()).toEqual([{ type: "context", text: before }]);
    accepted(await project.model("state signal-waiting", { text: "Weekly or monthly?" }));
    expect(await after()).toMatchObject([
      { type: "context", text: expect.stringContaining("Waiting for a person: Weekly or monthly?") },
      { type: "hold", reason: "waiting for a person: Weekly or monthly?" },
    ]);
  });

  test.each([
    ["a child", { id: LEAD.id, role: "child" }],
    ["a session that nobody knows", { id: LEAD.id, role: "unknown" }],
    ["a session that takes no part in the run", { id: "other", role: "root" }],
  ] as const)("is not for %s", async (_who, session) => {
    expect(await project.handle("context.compact", { reason: "threshold" }, session)).toEqual([]);
    expect(await project.handle("context.compacted", { reason: "threshold" }, session)).toEqual([]);
  });

  test("has at most 1,500 characters and keeps the next action, however much there is to say", async () => {
    const words = fc.string({
      unit: fc.constantFrom("tide ", "harbour ", "é ", "🌊 ", "x"),
      maxLength: 400,
      size: "max",
    });
    await fc.assert(
      fc.asyncProperty(
        words,
        words,
        words,
        words,
        fc.integer({ min: 0, max: 60 }),
        async (title, name, goal, question, plans) => {
          await writeMuch({ title, name, goal, question, plans });
          const text = await capsule();
          expect(text.length).toBeLessThanOrEqual(1500);
          expect(lines(text, "Next action")).toHaveLength(1);
          expect(text).toContain("Ask gsd_next when unsure.");
          expect(Buffer.from(text).toString()).toBe(text);
        },
      ),
      { numRuns: 40, seed: 11, endOnFailure: true },
    );
  });
});

interface Much {
  readonly title: string;
  readonly name: string;
  readonly goal: string;
  readonly question: string;
  readonly plans: number;
}

async function writeMuch({ title, name, goal, question, plans }: Much): Promise<void> {
  project.write(".planning/PROJECT.md", `# P ${title}\n`);
  project.write(
    ".planning/ROADMAP.md",
    `# Roadmap\n\n## Phase Details\n\n### Phase 1: A ${name}\n\n**Goal**: G ${goal}\n`,
  );
  project.write(".planning/WAITING.json", JSON.stringify({ question: `Q ${question}\n${question}` }));
  for (let index = 1; index <= plans; index++) {
    project.write(`${PHASE}/01-${String(index).padStart(2, "0")}-PLAN.md`, plan("true"));
  }
}
