import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { checkLive } from "../../bindings/cli/doctor/check-live.ts";
import { createScratchFolder, type ScratchFolder, writeInto } from "../../bindings/live/scratch-folder.ts";
import { bundleEntry } from "../bindings/bundle-entry.ts";

const HOSTS_MS = 60_000;

let folder: ScratchFolder;

beforeAll(() => {
  folder = createScratchFolder("loopwright-bundles", false);
});

afterAll(() => folder.remove());

test(
  "both hosts deny the read of a secret, in measured time",
  async () => {
    const [opencode, pi] = await Promise.all([bundleEntry("opencode", folder.path), bundleEntry("pi", folder.path)]);
    const findings = await checkLive({ cli: "", opencode, pi });
    expect(findings.map(({ level, remedy }) => ({ level, remedy }))).toEqual([
      { level: "ok", remedy: null },
      { level: "ok", remedy: null },
    ]);
    for (const { message } of findings) expect(message).toMatch(/ denied the read of \.env in \d+\.\d ms: Denied /);
  },
  HOSTS_MS,
);

test(
  "a plugin without a guard is found out",
  async () => {
    const opencode = join(folder.path, "sleeping.js");
    writeInto(opencode, 'export default { id: "sleeping", server: async () => ({}) };');
    const findings = await checkLive({ cli: "", opencode, pi: join(folder.path, "missing.js") });
    expect(findings.map(({ level }) => level)).toEqual(["error", "error"]);
    expect(findings[1]?.message).toContain("There is no plugin for pi at ");
    expect(findings[0]?.message).toContain("Loopwright in OpenCode did not deny the read of .env");
  },
  HOSTS_MS,
);
