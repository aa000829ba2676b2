import { readFileSync, writeFileSync } from "node:fs";
import { withLock } from "../../../engine/file/lock.ts";

/** Adds to a counter file under the lock, and dies holding it. */
const [lock = "", counter = "", repeat = "0"] = process.argv.slice(2);
const add = () => writeFileSync(counter, String(Number(readFileSync(counter, "utf8")) + 1));
const options = { now: Date.now, deadlineMs: 60_000 };
for (let index = 1; index < Number(repeat); index++) {
  await withLock(
    lock,
    async () => {
      const value = Number(readFileSync(counter, "utf8"));
      await new Promise((done) => setImmediate(done));
      writeFileSync(counter, String(value + 1));
    },
    options,
  );
}
await withLock(
  lock,
  () => {
    add();
    process.exit(0);
  },
  options,
);
