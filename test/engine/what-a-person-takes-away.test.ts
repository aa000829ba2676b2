import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { accepted, gate, LoopProject } from "./loop-project.ts";

const POINT = "discuss:pre";
const harbour = {
  ...gate("harbour", POINT, { predicate: { kind: "command-exit-zero", command: "exit 1" } }),
  steps: [{ point: POINT, ref: { command: "state load" }, produces: [], consumes: [], onError: "skip" }],
};

let project: LoopProject;
beforeEach(async () => {
  project = new LoopProject({ capabilities: [harbour] });
  accepted(await project.person("step begin discuss 1"));
  accepted(await project.model(`point enter ${POINT}`));
});
afterEach(() => project.remove());

const close = () => project.model(`point close ${POINT}`);
const settled = () => project.record().flatMap((entry) => (entry.event === "ticket_settled" ? [entry] : []));

describe("a capability that is switched off while its point is open", () => {
  test("holds nobody up: its tickets are set aside, each with the reason", async () => {
    expect(await close()).toMatchObject({ ok: false, reason: "tickets_open" });
    accepted(await project.person("capability disable harbour"));
    accepted(await close());
    const reason = expect.stringContaining("takes part here no more");
    expect(settled().filter(({ ticket }) => ticket.startsWith("harbour"))).toMatchObject([
      { ticket: "harbour:step", outcome: "skipped", reason },
      { ticket: "harbour:gate", outcome: "skipped", reason },
    ]);
  });

  test("is answered for when a model still settles its ticket", async () => {
    accepted(await project.person("capability disable harbour"));
    expect(accepted(await project.model(`point settle ${POINT} harbour:step done`))).toMatchObject({
      outcome: "skipped",
    });
    accepted(await close());
  });
});
