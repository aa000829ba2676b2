import { afterEach, beforeEach, expect, test } from "bun:test";
import { watch } from "node:fs/promises";
import { join } from "node:path";
import type { EngineEvent } from "../../engine/index.ts";
import { feature, OverlayHome } from "./capability/overlay-home.ts";

const PERSON = { audience: "person" } as const;
const AT = { session: { id: "s", role: "root" }, at: 0 } as const;
const WATCH = `let t="";process.stdin.on("data",d=>t+=d).on("end",()=>{
  const e=JSON.parse(t);require("fs").writeFileSync(e.cwd+"/seen-"+e.hook_event_name,e.tool||e.session_id)})`;

let place: OverlayHome;
beforeEach(() => {
  place = new OverlayHome();
  const hooks = ["SessionStart", "PostToolUse", "Stop"].map((event) => ({ event, script: "watch.cjs" }));
  place.file(join(place.folder, "bundle/capability.json"), JSON.stringify(feature("watcher", { hooks })));
  place.file(join(place.folder, "bundle/watch.cjs"), WATCH);
});
afterEach(() => place.close());

/** The names of the files that scripts leave in the project, in the order in which they come, up to the awaited one. */
async function seenUntil(name: string, act: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const changes = watch(place.root, { signal: AbortSignal.timeout(10_000) });
  const acted = act();
  for await (const { filename } of changes) {
    if (filename?.startsWith("seen-")) seen.add(filename);
    if (filename === name) break;
  }
  await acted;
  return seen;
}

const toolAfter: EngineEvent = { type: "tool.after", tool: "read", call: "1", outcome: "ok", result: "", ...AT };
const turnStop: EngineEvent = { type: "turn.stop", outcome: "idle", ...AT };

test("a script that a person agreed to runs on its event, on tool calls only when turned on", async () => {
  const engine = place.engine();
  const spec = join(place.folder, "bundle");
  expect(await engine.run("capability", "install", { spec }, PERSON)).toMatchObject({ reason: "consent_needed" });
  await engine.run("capability", "install", { spec, yes: true }, PERSON);
  const off = await seenUntil("seen-Stop", async () => {
    await engine.handle(toolAfter);
    await engine.handle(turnStop);
  });
  expect([...off]).toEqual(["seen-Stop"]);
  place.file(join(place.home, ".gsd/loopwright.json"), '{"hooks":{"on_tools":true}}');
  expect(await seenUntil("seen-PostToolUse", () => engine.handle(toolAfter))).toContain("seen-PostToolUse");
});
