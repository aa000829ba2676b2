import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Finding } from "../../../bindings/cli/doctor/finding.ts";
import { type Presence, savePresence } from "../../../bindings/shared/presence.ts";
import { createEngine, type EnginePort } from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";
import { feature } from "../../engine/capability/overlay-home.ts";
import { createWorkbench, type Workbench } from "./workbench.ts";

const OURS = 'export default { id: "loopwright", server: async () => ({}) };\n';
const AT = Date.UTC(2026, 0, 12, 10);

let bench: Workbench;

beforeEach(() => {
  bench = createWorkbench();
});

afterEach(() => bench.remove());

async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await bench.run("doctor --json", { env });
  expect(stderr).toBe("");
  return { code, ...(JSON.parse(stdout) as { ok: boolean; findings: Finding[] }) };
}

function messages(findings: readonly Finding[], level: Finding["level"]): readonly string[] {
  return findings.filter((finding) => finding.level === level).map(({ message }) => message);
}

function loaded(change: Partial<Presence> = {}): void {
  const presence: Presence = {
    host: "opencode",
    version: "1.2.3",
    entry: join(bench.root, "README.md"),
    road: "config entry",
    runtime: "bun 1.3.14",
    engine: "in-process",
    because: null,
    root: bench.root,
    pid: process.pid,
    startedAt: AT,
    hooks: ["tool.execute.before", "shell.env"],
    events: { "tool.before": { count: 2, last: AT } },
    canary: { at: AT, probes: [{ probe: "read of .env", denied: true, us: 90 }] },
    receipts: [],
    conflicts: [],
    ...change,
  };
  expect(savePresence(bench.home, presence)).toBe(true);
}

test("a healthy project with a loaded copy has nothing but good news", async () => {
  loaded();
  bench.write("opencode.json", JSON.stringify({ plugin: ["loopwright@1.2.3"] }));
  const { code, ok, findings } = await examine();
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(findings.map(({ level }) => level)).toEqual(findings.map(() => "ok"));
  const text = messages(findings, "ok").join("\n");
  expect(text).toContain(`loopwright 1.2.3 in opencode on bun 1.3.14, as config entry from ${bench.root}/README.md`);
  expect(text).toContain(`engine in-process; process ${process.pid} (running)`);
  expect(text).toContain("PreToolUse: bound (tool.execute.before), fired 2 time(s), last 2026-01-12T10:00:00.000Z");
  expect(text).toContain("guards in opencode were proved 2026-01-12T10:00:00.000Z");
});

test("a person reads lines, each with what to do", async () => {
  const { stdout } = await bench.run("doctor", { isTTY: true });
  expect(stdout).toContain(`Project ${bench.root}\nok      project:`);
  expect(stdout).toContain(
    "warning copy: No copy of Loopwright was ever loaded for this project.\n        Install it: `",
  );
});

test("a broken STATE.md is an error with its path", async () => {
  bench.write(".planning/STATE.md", "---\nstatus: [open\n---\n");
  const { code, findings } = await examine();
  expect(code).toBe(1);
  expect(findings).toContainEqual({
    check: "planning",
    level: "error",
    message: expect.stringContaining(".planning/STATE.md"),
    remedy: expect.any(String),
  });
});

test("a run that the environment names and that this process may not write to is a warning", async () => {
  const { stdout } = await bench.run("step begin discuss 1");
  const { run } = JSON.parse(stdout);
  const { findings } = await examine({ GUILD_RUN_ID: run, GUILD_RUN_BINDING_REF: "stale" });
  expect(findings.filter(({ check }) => check === "run")).toEqual([
    {
      check: "run",
      level: "warning",
      message: expect.stringContaining(run),
      remedy: expect.stringContaining("run env"),
    },
  ]);
});

test("a retention that makes no sense is an error, here and for every command", async () => {
  const env = { GUILD_LOG_RETENTION: "lots" };
  const { code, findings } = await examine(env);
  expect(code).toBe(1);
  expect(findings.filter(({ check }) => check === "run")).toMatchObject([
    { level: "error", message: expect.stringContaining('"lots"') },
  ]);
  const { code: refused, stdout, stderr } = await bench.run("next", { env });
  expect({ refused, stdout }).toEqual({ refused: 2, stdout: "" });
  expect(stderr).toContain("GUILD_LOG_RETENTION");
  expect((await bench.run("help", { env })).code).toBe(0);
  expect((await bench.run("next", { env: { GUILD_LOG_RETENTION: "2GB" } })).code).toBe(0);
});

test("the guard's settings are shown as they hold", async () => {
  bench.write(".planning/config.json", JSON.stringify({ loopwright: { guard: { secrets: ["*.tfvars"] } } }));
  const guard = (await examine()).findings.filter(({ check }) => check === "guard");
  expect(guard.map(({ level, message }) => [level, message])).toEqual([
    ["ok", expect.stringMatching(/^\d+ rules deny, \d+ ask, 1 advise\.$/)],
    ["ok", 'The project\'s guard settings: {"secrets":["*.tfvars"]}'],
  ]);
});

test("settings that are not taken are a warning with what holds, and keys of others only a remark", async () => {
  bench.write(
    ".planning/config.json",
    JSON.stringify({
      loopwright: { guard: { off: ["secret"] }, quite: true },
      "of-others": 1,
      workflow: { research: 0 },
    }),
  );
  const settings = (await examine()).findings.filter(({ check }) => check === "settings");
  expect(settings.map(({ level, message }) => [level, message])).toEqual([
    ["warning", expect.stringContaining("loopwright.guard.off counts only in your own ~/.gsd/loopwright.json")],
    ["warning", ".planning/config.json: loopwright.quite is no setting. Did you mean loopwright.quiet?"],
    ["warning", ".planning/config.json: workflow.research takes true or false, not 0; what holds is true."],
    ["ok", "Nothing here reads of-others (.planning/config.json)."],
  ]);
});

describe("an installed capability", () => {
  const PERSON = { audience: "person", session: { id: "lead", role: "root" } } as const;
  const hooks = [
    { event: "SessionStart", script: "watch.sh" },
    { event: "Stop", script: "watch.sh" },
  ];

  async function withScripts(): Promise<EnginePort> {
    const { root, home } = bench;
    const env = { PATH: process.env.PATH };
    bench.write("bundle/capability.json", JSON.stringify(feature("watcher", { hooks })));
    bench.write("bundle/watch.sh", "cat > /dev/null\n");
    const engine = createEngine({ root, home, host: "opencode", content, env });
    const spec = join(root, "bundle");
    expect(await engine.run("capability", "install", { spec, yes: true }, PERSON)).toMatchObject({ ok: true });
    expect(await engine.run("step", "begin", { step: "discuss", phase: "1" }, PERSON)).toMatchObject({ ok: true });
    return engine;
  }

  /** Ends a turn, and waits for the script that hears of it. */
  async function turnEnds(engine: EnginePort): Promise<number> {
    const ran = new Promise<number>((resolve) => {
      const stop = engine.on((entry) => {
        if (entry.event !== "script_run") return;
        stop();
        resolve(Number(entry.latency_ms));
      });
    });
    await engine.handle({ type: "turn.stop", outcome: "idle", session: PERSON.session, at: AT });
    return ran;
  }

  test("that runs scripts is shown with what they cost", async () => {
    const engine = await withScripts();
    const first = await turnEnds(engine);
    const last = await turnEnds(engine);
    const cost = `2 time(s) in the last run, last ${last} ms, worst ${Math.max(first, last)} ms`;
    const { findings } = await examine();
    expect(findings.filter(({ check }) => check === "capability").map(({ message }) => message)).toEqual([
      "watcher starts a process for watch.sh on every SessionStart; the last run has not measured it.",
      `watcher starts a process for watch.sh on every Stop; ${cost}.`,
    ]);
  });

  test("that nobody agreed to is a warning", async () => {
    bench.write(".gsd/capabilities/guest/capability.json", JSON.stringify(feature("guest")));
    const { findings } = await examine();
    expect(findings).toContainEqual({
      check: "capability",
      level: "warning",
      message: "guest (project) does not take part: nobody on this machine agreed to it as it is.",
      remedy: expect.stringContaining("capability install"),
    });
  });
});

test("a folder without a plan is no error", async () => {
  const { code, stdout } = await bench.run("doctor --project-dir src");
  expect(code).toBe(0);
  expect(stdout).toContain("There is no .planning folder here.");
});

describe("a copy that was loaded", () => {
  test("and let a probe pass is an error", async () => {
    loaded({ canary: { at: AT, probes: [{ probe: "read of .env", denied: false, us: 9 }] } });
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(messages(findings, "error")).toEqual(["The guards in opencode let pass: read of .env."]);
  });

  test("and bound no hook, or lost its engine, is an error", async () => {
    loaded({ hooks: [], engine: "away", because: "No interpreter runs it. Install one." });
    const { findings } = await examine();
    expect(messages(findings, "error")).toEqual([
      "The copy in opencode bound no hook.",
      "The engine of the copy in opencode does not answer; its gates are shut. No interpreter runs it. Install one.",
    ]);
  });

  test("and is another version, gone, unproved or in conflict is a warning each", async () => {
    loaded({ version: "1.0.0", entry: "/gone/opencode.js", canary: null, conflicts: ["command gsd-next"] });
    const { code, findings } = await examine();
    expect(code).toBe(0);
    expect(messages(findings, "warning")).toEqual([
      "The guards in opencode were not proved yet.",
      "opencode loaded version 1.0.0, and this command line is 1.2.3.",
      "What opencode loaded is no longer at /gone/opencode.js.",
      "Your own command gsd-next stands in opencode; ours is not registered.",
    ]);
  });

  test("and left word in the form of another version does not count, and disturbs nothing", async () => {
    loaded({ hooks: undefined as never, startedAt: "yesterday" as never });
    const { code, findings } = await examine();
    expect(code).toBe(0);
    expect(messages(findings, "warning")).toEqual(["No copy of Loopwright was ever loaded for this project."]);
  });

  test("for another project does not count", async () => {
    loaded({ root: "/elsewhere" });
    expect(messages((await examine()).findings, "warning")).toEqual([
      "No copy of Loopwright was ever loaded for this project.",
    ]);
  });
});

describe("roads", () => {
  test("two for one host are a warning that names both", async () => {
    bench.write(
      "opencode.jsonc",
      '{ // mine\n  "plugin": ["tide-notifier", ["loopwright", { "engine": "child" }],],\n}\n',
    );
    bench.write(".opencode/plugins/loopwright.js", OURS);
    const { code, findings } = await examine();
    expect(code).toBe(0);
    const [message = ""] = messages(findings, "warning").filter((text) => text.includes("2 roads"));
    expect(message).toContain("loopwright (");
    expect(message).toContain("opencode.jsonc)");
    expect(message).toContain("drop-in plugins/loopwright.js");
    expect(messages(findings, "warning").join("\n")).not.toContain("cannot be read");
  });

  test("a file is known by what it holds, whatever its name", async () => {
    bench.write("vendor/engine.js", OURS);
    bench.write("vendor/loopwright-theme.js", "export default { id: 'theme', server: async () => ({}) }");
    bench.write(
      ".opencode/opencode.json",
      JSON.stringify({ plugin: ["../vendor/engine.js", "../vendor/loopwright-theme.js"] }),
    );
    const { findings } = await examine();
    const roads = findings.filter(({ check }) => check === "roads");
    expect(roads).toHaveLength(1);
    expect(roads[0]).toMatchObject({ level: "ok", message: expect.stringContaining("../vendor/engine.js") });
  });

  test("one per host is right", async () => {
    bench.write("opencode.json", JSON.stringify({ plugin: ["loopwright"] }));
    bench.write(".pi/settings.json", JSON.stringify({ packages: [{ source: "npm:loopwright@1.2.3" }] }));
    const { findings } = await examine();
    expect(findings.filter(({ check }) => check === "roads").map(({ level }) => level)).toEqual(["ok", "ok"]);
    expect(messages(findings, "warning")).toEqual([
      "A host is set up to load Loopwright, but no copy was ever loaded for this project.",
    ]);
  });

  test("those of pi are settings, extensions and the project's own manifest", async () => {
    bench.write("pi.js", 'export const name = "loopwright";');
    bench.write("package.json", JSON.stringify({ pi: { extensions: ["./pi.js"] } }));
    bench.write(".pi/settings.json", JSON.stringify({ extensions: ["../pi.js"] }));
    bench.write(".pi/extensions/a/index.js", 'export const name = "loopwright";');
    const { findings } = await examine();
    expect(messages(findings, "warning").join("\n")).toContain("pi is set up to load Loopwright by 3 roads");
  });

  test("the person's own configuration counts", async () => {
    bench.write("opencode.json", JSON.stringify({ plugin: ["loopwright"] }));
    bench.write("settings/opencode/opencode.json", JSON.stringify({ plugin: ["loopwright@1.0.0"] }));
    const { findings } = await examine({ XDG_CONFIG_HOME: join(bench.root, "settings") });
    expect(messages(findings, "warning").join("\n")).toContain("2 roads");
  });

  test("a configuration that cannot be read is named with its line", async () => {
    bench.write("opencode.json", '{\n  "plugin": [\n    "loopwright"\n');
    const [message = ""] = messages((await examine()).findings, "warning").filter((text) => text.includes("cannot"));
    expect(message).toMatch(/opencode\.json cannot be read: it is no JSON from line \d on/);
  });
});

describe("plugin files of the project", () => {
  test("one that would not load is an error with a reason", async () => {
    bench.write(".opencode/plugins/tide.js", "export const VERSION = '1'; export const Tide = async () => ({})");
    bench.write(".opencode/plugin/good.js", "export default { id: 'good', server: async () => ({}) }");
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(findings.filter(({ check }) => check === "drop-in")).toEqual([
      { check: "drop-in", level: "ok", message: ".opencode/plugin/good.js loads.", remedy: null },
      {
        check: "drop-in",
        level: "error",
        message: expect.stringContaining(".opencode/plugins/tide.js is refused"),
        remedy: expect.stringContaining("`VERSION` is no function"),
      },
    ]);
  });

  test("one that loads and answers with nothing is an error", async () => {
    bench.write(".opencode/plugins/hole.js", "export default { id: 'hole', server: async () => undefined }");
    const { code, findings } = await examine();
    expect(code).toBe(1);
    expect(messages(findings, "error")).toEqual([".opencode/plugins/hole.js loads and does harm."]);
  });

  test("what the host passes over by name or place is a warning", async () => {
    bench.write(".opencode/plugins/tide.mjs", "export default async () => ({})");
    bench.write(".opencode/plugins/tide/index.ts", "export default async () => ({})");
    bench.write(".opencode/plugins/notes.md", "# Notes");
    const { code, findings } = await examine();
    expect(code).toBe(0);
    expect(findings.filter(({ check }) => check === "drop-in").map(({ level }) => level)).toEqual([
      "warning",
      "warning",
    ]);
  });
});
