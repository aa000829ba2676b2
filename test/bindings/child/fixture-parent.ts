import { createChildEngine } from "../../../bindings/child/child-engine.ts";

/** A host that asks its engine one thing and then comes to its end, or stays when told so, without closing anything. */
const [entry = "", home = "", stay, lifeline] = process.argv.slice(2);

const engine = createChildEngine({
  entry,
  root: home,
  home,
  helloWithinMs: 20_000,
  options: { lifeline: Number(lifeline) },
});
const session = { id: "s", role: "root" } as const;
const reactions = await engine.handle({ type: "prompt.submit", session, at: 0, text: "hello", author: "person" });
const status = engine.status();
const answer = { reactions, candidate: status.state === "ready" ? status.candidate : status.state };
process.stdout.write(`${JSON.stringify(answer)}\n`);
if (stay === "stay") process.stdin.resume();
