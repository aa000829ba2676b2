import { RunLog } from "../../../engine/run/run-log.ts";

const [folder = "", writer = "", count = "0", rotateAt = "0"] = process.argv.slice(2);
const log = new RunLog({
  folder,
  id: "run-x",
  now: Date.now,
  listeners: new Set(),
  ...(Number(rotateAt) > 0 && { rotateAt: Number(rotateAt) }),
});
for (let index = 0; index < Number(count); index++) {
  log.state();
  log.append("refusal", { what: `${writer}-${index}`, reason: "test", message: "x".repeat(80) });
}
