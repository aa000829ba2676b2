import { afterEach, expect, test } from "bun:test";
import { gate, LoopProject } from "./loop-project.ts";

const POINT = "discuss:pre";
const step = (command: string) => ({ point: POINT, ref: { command }, produces: [], consumes: [], onError: "skip" });

let project: LoopProject;
afterEach(() => project.remove());

/** The text that a model reads when it enters the point. */
async function handedOver(body: object): Promise<string> {
  project = new LoopProject({ capabilities: [{ ...gate("harbour", POINT, { query: "plan-structure" }), ...body }] });
  await project.person("step begin discuss 1");
  const entered = await project.model(`point enter ${POINT}`);
  return entered.ok ? (entered.text ?? "") : entered.message;
}

test("advice comes with the settings that its capability asks for", async () => {
  const text = await handedOver({
    config: { "harbour.depth": { type: "number", default: 3, description: "How deep." } },
    contributions: [
      {
        point: POINT,
        into: "orchestrator",
        produces: [],
        consumes: [],
        fragment: { inline: "Mind the depth." },
        configValues: { depth: "harbour.depth" },
      },
    ],
  });
  expect(text).toContain('Mind the depth.\nSettings: {"depth":3}');
});

test("a step that is a command comes with the call, the phase behind its words", async () => {
  expect(await handedOver({ steps: [step("state load")] })).toContain('gsd_command {"command":"state load 1"}');
});

test.each(["state load; touch hacked", "State load", "state  load", "-x"])(
  "%p is no command to be run",
  async (line) => {
    const text = await handedOver({ steps: [step(line)] });
    expect(text).toContain("Do not run it");
    expect(text).not.toContain("gsd_command");
  },
);
