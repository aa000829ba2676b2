import { type EngineJob, loadEngine } from "./load-engine.ts";
import { readJob, report } from "./probe.ts";
import { sample } from "./sample.ts";

const job = readJob<EngineJob & { readonly budgetMs: number }>();

const engine = await loadEngine(job);
const session = { id: "ses_bench", role: "root" } as const;
const begun = await engine.run("step", "begin", { step: "discuss" }, { audience: "person", session });
if (!begun.ok) throw new Error(`step begin: ${begun.message}`);

let lines = 0;
const stop = engine.on(() => {
  lines++;
});
let asked = 0;
report({ record: await sample(record, job.budgetMs) });
stop();
if (lines !== asked) throw new Error(`${asked} events left ${lines} lines in the record`);

/** An event that the engine answers with a line, redacted like that of a call, and with nothing else. */
async function record(): Promise<void> {
  asked++;
  const patterns = ["ls -la src", "npm test"];
  await engine.handle({
    type: "permission.asked",
    session,
    at: Date.now(),
    request: "per_1",
    permission: "bash",
    patterns,
  });
}
