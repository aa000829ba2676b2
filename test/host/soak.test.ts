import { expect, test } from "bun:test";
import { join } from "node:path";
import { judgeSoak } from "../../try/soak/judge.ts";
import { soak } from "../../try/soak/soak.ts";

const WANTED = { calls: 20, compactions: 1, children: 1 };

test("after calls, a compaction, a child, an abort, kill -9 and a resumed session the record is complete, ordered and clean, and a bare engine says the same", async () => {
  const evidence = await soak({ ...WANTED, project: join(import.meta.dir, "..", "..", "try", "sample") });
  expect(judgeSoak(evidence, WANTED)).toEqual([]);
}, 120_000);
