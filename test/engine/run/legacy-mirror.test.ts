import { describe, expect, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readLenient } from "../../../engine/run/read-log.ts";
import { AtWork } from "./at-work.ts";

/** Credential-shaped, and put together here so that no file holds one. */
const SECRET = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");

async function dayOf(work: AtWork): Promise<void> {
  await work.begin();
  await work.prompt(`use ${SECRET}`);
  await work.call("bash", { command: "false" }, { outcome: "error" });
  await work.send("worker.stop", { outcome: "idle", agent: "scout", session: "kid", child: true });
  await work.stop();
}

const on = [
  ["the project's own settings", { config: { loopwright: { telemetry: { legacy_mirror: true } } } }],
  ["Guild's settings", { files: { ".guild/settings.json": JSON.stringify({ telemetry: { legacy_mirror: true } }) } }],
] as const;

describe("the mirror in the old form", () => {
  test.each(on)("is written where %s ask for it", async (_name, options) => {
    const work = new AtWork(options);
    await dayOf(work);
    const lines = work
      .inRun("events.ndjson")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const digest = expect.stringMatching(/^[0-9a-f]{12}$/);
    expect(lines).toEqual([
      {
        ts: "2026-03-01T10:00:00.000Z",
        payload_digest: digest,
        ok: true,
        ms: 0,
        event: "UserPromptSubmit",
        tool: "",
        specialist: "",
        prompt: "use [REDACTED_TOKEN]",
      },
      {
        ts: "2026-03-01T10:00:01.000Z",
        payload_digest: digest,
        ok: false,
        ms: 1000,
        event: "PostToolUse",
        tool: "Bash",
        specialist: "",
      },
      {
        ts: "2026-03-01T10:00:01.000Z",
        payload_digest: digest,
        ok: true,
        ms: 0,
        event: "SubagentStop",
        tool: "",
        specialist: "scout",
      },
    ]);
  });

  test("is not written where nobody asks for it", async () => {
    const work = new AtWork();
    await dayOf(work);
    expect(work.hasInRun("events.ndjson")).toBe(false);
  });

  test("is read where there is no log", async () => {
    const work = new AtWork(on[0][1]);
    await dayOf(work);
    rmSync(join(work.runFolder, "logs"), { recursive: true });
    expect(readLenient(work.runFolder).map(({ event }) => event)).toEqual([
      "UserPromptSubmit",
      "PostToolUse",
      "SubagentStop",
    ]);
  });

  test("that cannot be written costs the log nothing", async () => {
    const work = new AtWork(on[0][1]);
    await work.begin();
    await work.prompt("one");
    renameSync(join(work.runFolder, "events.ndjson"), join(work.runFolder, "before.ndjson"));
    work.write(`${work.runFolder.slice(work.root.length + 1)}/events.ndjson/in-the-way`, "");
    await work.prompt("two");
    expect(work.lines("hook_event")).toHaveLength(2);
  });
});
