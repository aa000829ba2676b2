import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { accepted, gate, LoopProject, PHASE } from "./loop-project.ts";

const POINT = "discuss:pre";
const CHARTS = `${PHASE}/CHARTS.md`;
const fails = { predicate: { kind: "command-exit-zero", command: "exit 1" } };
const harbour = {
  ...gate("harbour", POINT, fails),
  config: { "harbour.on": { type: "boolean", default: true, description: "Watch." } },
  steps: [
    {
      point: POINT,
      when: { not: { file: CHARTS } },
      ref: { command: "state load" },
      produces: ["CHARTS.md"],
      consumes: [],
      onError: "skip",
    },
  ],
  gates: [
    { point: POINT, when: { file: "absent.txt" }, check: fails, blocking: true, onError: "halt" },
    {
      point: POINT,
      when: { all: [{ key: "harbour.on" }, { not: { file: "quiet.txt" } }] },
      check: fails,
      blocking: true,
      onError: "halt",
    },
  ],
};

let project: LoopProject;
beforeEach(async () => {
  project = new LoopProject({ capabilities: [harbour] });
  accepted(await project.person("step begin discuss 1"));
  accepted(await project.model(`point enter ${POINT}`));
});
afterEach(() => project.remove());

const settle = () => project.model(`point settle ${POINT} harbour:step done`);
const close = () => project.model(`point close ${POINT}`);

describe("a point that was entered", () => {
  test("takes the answer of a step whose work ends its own condition", async () => {
    project.write(CHARTS, "# Charts\n");
    expect(accepted(await settle())).toMatchObject({ outcome: "done" });
  });

  test("keeps a gate that a file would take away, under the name it was handed out with", async () => {
    project.write(CHARTS, "# Charts\n");
    accepted(await settle());
    project.write("quiet.txt", "");
    expect(await close()).toMatchObject({ reason: "gate_shut", data: { ticket: "harbour:gate:2" } });
  });

  test("lets go of a gate that a person switches off", async () => {
    project.write(CHARTS, "# Charts\n");
    accepted(await settle());
    accepted(await project.person("config-set harbour.on false"));
    accepted(await close());
  });
});
