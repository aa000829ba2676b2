import { describe, expect, test } from "bun:test";
import { guardProbes as opencode } from "../../../bindings/opencode/probes.ts";
import { guardProbes as pi } from "../../../bindings/pi/probes.ts";
import { guardedProject } from "../../engine/guard/guarded-project.ts";

const { root, guard } = guardedProject();

for (const [host, probes] of Object.entries({ OpenCode: opencode(root), pi: pi(root) })) {
  describe(`the guard stops what the canary tries in ${host}`, () => {
    for (const { probe, tool, args } of probes) test(probe, () => expect(guard.judge(tool, args)).not.toBeNull());
  });
}
