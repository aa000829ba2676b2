import { existsSync } from "node:fs";
import { createEngine } from "../../engine/index.ts";

/** Begins a step at the moment at which the file `go` is there, as another host would. */
const [root = "", home = ""] = process.argv.slice(2);
const engine = createEngine({ root, home, host: "cli", content: { capabilities: [], workflows: {} }, env: {} });
await engine.run("next", "", {}, { audience: "person" });
process.stdout.write("ready\n");
while (!existsSync(`${root}/go`)) await new Promise((done) => setImmediate(done));
const begun = await engine.run("step", "begin", { step: "discuss", phase: "1" }, { audience: "person" });
process.stdout.write(begun.ok ? "begun\n" : `${begun.message}\n`);
