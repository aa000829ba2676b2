import { expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { judgeSoak } from "../../try/soak/judge.ts";
import { soak } from "../../try/soak/soak.ts";

const ROOT = join(import.meta.dir, "..", "..");
const WANTED = { calls: 30, compactions: 1, children: 1 };

test("after calls, a compaction, a child, an abort, kill -9 and a resumed session the record is complete, ordered and clean", async () => {
  const evidence = await soak({
    ...WANTED,
    project: join(ROOT, "try", "sample"),
    plugin: pathToFileURL(join(ROOT, "dist", "opencode.js")).href,
  });
  expect(judgeSoak(evidence, WANTED)).toEqual([]);
}, 120_000);
