import { RunLog } from "../../../engine/run/run-log.ts";

const [folder = ""] = process.argv.slice(2);
const log = new RunLog({ folder, id: "run-x", now: Date.now, listeners: new Set() });
const note = (test: string, size: number) =>
  log.append("human_answer", { phase: "01", test, result: "x".repeat(size) });

/** Says what was taken, until the disk takes no more. */
for (let index = 0; index < 100; index++) {
  try {
    note(`long-${index}`, 700);
    process.stdout.write(`long-${index}\n`);
  } catch {
    break;
  }
}
