import { describe, expect, test } from "bun:test";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { yaml } from "../../../engine/yaml.ts";
import { AtWork, contextsIn } from "./at-work.ts";

/** Credential-shaped, and put together here so that no file holds one. */
const TOKEN = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
const SHORT_SECRET = ["hunter", "22"].join("");

const headerOf = (work: AtWork) => yaml().parse(work.inRun("run.yaml"));
const settingsOf = (work: AtWork) => JSON.parse(work.inRun("resolved-settings.json"));
const provenanceOf = (work: AtWork) => JSON.parse(work.inRun("provenance.json"));
const close = (work: AtWork) => work.engine.run("run", "close", {}, { audience: "person" });

describe("the settings of a run", () => {
  test("are kept as they hold when it begins, and the header says where", async () => {
    const work = new AtWork({
      config: { loopwright: { lean_lead: { hands_on_edit_threshold: 3 }, continuation: { enabled: true } } },
      files: {
        ".guild/settings.json": JSON.stringify({ defaults: { heartbeat_timeout_ms: 5000 }, roles: { qa: "on" } }),
      },
    });
    const id = await work.begin();
    expect(settingsOf(work)).toMatchObject({
      schema_version: "guild.resolved_settings.v1",
      run_id: id,
      effective_backend: "subagent",
      settings: {
        loopwright: { continuation: { enabled: true, max_in_a_row: 25 } },
        "defaults.lean_lead.hands_on_edit_threshold": 3,
        "defaults.lean_lead.enabled": true,
        "defaults.agent_team.enabled": false,
        "defaults.heartbeat_timeout_ms": 5000,
        roles: { qa: "on" },
      },
    });
    expect(headerOf(work)).toMatchObject({
      config_snapshot_ref: "resolved-settings.json",
      settings_ref: {
        path: "resolved-settings.json",
        schema_version: "guild.resolved_settings.v1",
        effective_backend: "subagent",
      },
    });
    work.write(".planning/config.json", "{}");
    expect(settingsOf(work).settings["defaults.lean_lead.hands_on_edit_threshold"]).toBe(3);
  });

  test("are kept without credentials, and stay JSON", async () => {
    const own = {
      note: `password: ${SHORT_SECRET}`,
      github_token: SHORT_SECRET,
      list: [TOKEN, "authorization:"],
      size: 7,
    };
    const work = new AtWork({ config: { loopwright: { own } } });
    await work.begin();
    const text = work.inRun("resolved-settings.json");
    expect(text).not.toContain(SHORT_SECRET);
    expect(text).not.toContain(TOKEN);
    expect(settingsOf(work).settings.loopwright.own).toEqual({
      note: "password: [REDACTED]",
      github_token: "[REDACTED]",
      list: ["[REDACTED_TOKEN]", "authorization:"],
      size: 7,
    });
  });

  test("are not kept where they cannot be cleaned, and the run begins all the same", async () => {
    const work = new AtWork({ config: { loopwright: { secrets_policy: { redaction_patterns: ["("] } } } });
    await work.begin();
    expect(work.hasInRun("resolved-settings.json")).toBe(false);
    expect(headerOf(work)).toMatchObject({ config_snapshot_ref: null, status: "open" });
    expect("settings_ref" in headerOf(work)).toBe(false);
    expect(work.inRun("logs/security-events.jsonl")).toContain("secret_scrub_blocked");
  });

  test("tell a session after a compaction how lanes are dispatched, before the header does", async () => {
    const work = new AtWork({ files: { ".guild/settings.json": "{}" } });
    await work.begin();
    const anchor = async () => contextsIn(await work.send("context.compacted", { reason: "threshold" })).join();
    expect(await anchor()).toContain("Agent mode subagent");
    const settings = settingsOf(work);
    writeFileSync(
      join(work.runFolder, "resolved-settings.json"),
      JSON.stringify({ ...settings, effective_backend: "team" }),
    );
    expect(await anchor()).toContain("Agent mode team");
    writeFileSync(join(work.runFolder, "resolved-settings.json"), "{");
    expect(await anchor()).toContain("Agent mode subagent");
  });
});

describe("what a run says about itself", () => {
  test("is what it works towards, where the project says that", async () => {
    const state = '---\nmilestone: v1.2\ncurrent_phase: "1"\nstatus: executing\n---\n\n# Project State\n';
    const work = new AtWork({ files: { ".planning/STATE.md": state } });
    await work.begin();
    expect(headerOf(work)).toMatchObject({
      arguments: "1",
      run_scope: "initiative",
      initiative_attachment: "v1.2",
      attachment_resolution: {
        scope: "initiative",
        initiative_id: "v1.2",
        independent_group_id: null,
        source: "inferred",
        confidence: "medium",
      },
    });
    await close(work);
    expect(provenanceOf(work)).toMatchObject({ initiative: "v1.2", retention_class: "until-archive" });
  });

  test("is that it stands alone where the project says nothing", async () => {
    const work = new AtWork();
    await work.begin();
    expect(headerOf(work)).toMatchObject({
      run_scope: "independent",
      initiative_attachment: null,
      attachment_resolution: { scope: "independent", source: "independent", confidence: "high" },
      host: { requested: "opencode", resolved: "opencode" },
      target_kind: "regular_project",
    });
  });

  test("is the workspace that it works in, and the host that was asked for", async () => {
    const work = new AtWork({ config: { planning: { sub_repos: ["api", "web"] } }, env: { GUILD_HOST: "codex" } });
    await work.begin();
    expect(headerOf(work)).toMatchObject({
      target_kind: "workspace",
      workspace: { is_workspace: true, root: work.root, sub_guilds: ["api", "web"] },
      host: { requested: "codex", resolved: "opencode" },
    });
  });
});

describe("what a closed run has touched", () => {
  test("are the files, agents and skills of its calls, each once, and nothing that failed", async () => {
    const work = new AtWork();
    await work.begin();
    const write = (path: string, outcome: "ok" | "error" = "ok") =>
      work.call("write", { content: "x".repeat(9000), filePath: join(work.root, path) }, { outcome });
    await write("src/a.ts");
    await write("src/a.ts");
    await work.call("edit", { filePath: "src/b.ts", oldString: "a", newString: "b" });
    await write("src/never.ts", "error");
    await work.call("read", { filePath: "src/read.ts" });
    await work.call("skill", { name: "reviewing" });
    for (const call of ["t1", "t2"]) {
      await work.send("task.dispatch", { call, agent: "scout" });
      await work.send("tool.after", { tool: "task", call, args: {}, outcome: "ok", result: "" });
    }
    expect(work.lines("files_touched")).toHaveLength(2);
    const other = work.newEngine();
    await other.run("run", "close", {}, { audience: "person" });
    expect(provenanceOf(work).touched).toEqual({
      tasks: [],
      agents: ["scout"],
      skills: ["reviewing"],
      decisions: [],
      features: [],
      files: ["src/a.ts", "src/b.ts"],
      runs: [],
    });
  });

  test("and left behind are the files that are there", async () => {
    const work = new AtWork();
    const id = await work.begin();
    mkdirSync(join(work.runFolder, "handoffs"));
    writeFileSync(join(work.runFolder, "handoffs", "scout-scout.md"), "done");
    writeFileSync(join(work.runFolder, "summary.md"), "# Summary");
    await close(work);
    expect(provenanceOf(work)).toMatchObject({
      run_id: id,
      final_learning_checkpoint: null,
      artifacts: [
        "run.yaml",
        "resolved-settings.json",
        "logs/v1.4-events.jsonl",
        "summary.md",
        "handoffs/scout-scout.md",
      ],
    });
  });

  test("stays JSON when what it holds looks like a credential", async () => {
    const work = new AtWork();
    await work.begin();
    await work.call("write", { filePath: "notes/token:", content: "" });
    await work.call("write", { filePath: `notes/${TOKEN}`, content: "" });
    await close(work);
    expect(provenanceOf(work).touched.files).toEqual(["notes/token:", "notes/[REDACTED_TOKEN]"]);
    expect(work.inRun("logs/v1.4-events.jsonl")).not.toContain(TOKEN);
  });
});

describe("the learning checkpoint that a run ends with", () => {
  const guild = { files: { ".guild/settings.json": "{}" } };

  test.each([
    [false, "planning"],
    [true, "reflection"],
  ])("is the newest, but that of the reflection where there is one (%p)", async (hasReflection, final) => {
    const work = new AtWork(guild);
    const id = await work.begin();
    mkdirSync(join(work.runFolder, "learning"));
    const leave = (phase: string, at: number) => {
      const file = join(work.runFolder, "learning", `${phase}-${id}.yaml`);
      writeFileSync(file, "");
      utimesSync(file, at, at);
    };
    leave("planning", 2000);
    leave("development", 1000);
    if (hasReflection) leave("reflection", 500);
    await close(work);
    expect(provenanceOf(work).final_learning_checkpoint).toBe(`learning/${final}-${id}.yaml`);
  });

  test("is named also when the backstop has written it after the close", async () => {
    const work = new AtWork(guild);
    const id = await work.begin();
    await work.prompt("go");
    await close(work);
    expect(provenanceOf(work).final_learning_checkpoint).toBeNull();
    await work.stop();
    expect(provenanceOf(work)).toMatchObject({
      final_learning_checkpoint: `learning/development-${id}.yaml`,
      status: "closed",
    });
  });

  test("is none for a lightweight run", async () => {
    const work = new AtWork(guild);
    const id = await work.begin();
    writeFileSync(join(work.runFolder, "run.yaml"), work.inRun("run.yaml").replace('"full"', "lightweight"));
    mkdirSync(join(work.runFolder, "learning"));
    writeFileSync(join(work.runFolder, "learning", `planning-${id}.yaml`), "");
    await close(work);
    expect(provenanceOf(work)).toMatchObject({ run_class: "lightweight", final_learning_checkpoint: null });
  });
});
