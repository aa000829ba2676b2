import { expect, test } from "bun:test";
import { countFiles } from "./cases.ts";

/** Files of each folder that tests here are made of. */
const RUN = { anchors: 1, guards: 8, handoff: 20, redaction: 2, telemetry: 2 };
/** Files of folders whose subject is built later, and of what several subjects share. */
const NOT_YET_RUN = { "": 1, expected: 7, hosts: 3, pins: 3, project: 32, render: 1, "titled-project": 6 };

test("every folder of the recorded Guild cases is run, or named here as not yet run", () => {
  expect(countFiles()).toEqual({ ...RUN, ...NOT_YET_RUN });
});
