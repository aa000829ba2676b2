import { describe, expect, test } from "bun:test";
import { read, write } from "../planning/sample.ts";
import { projectEngine } from "./project-engine.ts";

const CONFIG = ".planning/config.json";

describe("config-set", () => {
  test("changes the one value and leaves every other byte", async () => {
    const before =
      '\ufeff{\r\n    "workflow": {\r\n        "research":  true,\r\n        "odd": [1,2]\r\n    }\r\n}\r\n';
    const engine = projectEngine("s01-new-roadmap", { prepare: (root) => write(root, CONFIG, before) });
    expect(await engine.data("config-set", "workflow.research", "false")).toEqual({
      updated: true,
      key: "workflow.research",
      value: false,
      previousValue: true,
    });
    expect(read(engine.root, CONFIG)).toBe(before.replace("true", "false"));
  });

  test("knows the kind of a setting", async () => {
    const engine = projectEngine("s01-new-roadmap");
    expect(await engine.run(["config-set", "workflow.research", "perhaps"])).toMatchObject({ reason: "usage" });
    expect(await engine.data("config-set", "response_language", "de")).toMatchObject({ value: "de" });
    expect(await engine.data("config-get", "response_language")).toEqual({ list: "de" });
  });

  test("refuses what is no setting, and a file it cannot read", async () => {
    const engine = projectEngine("s01-new-roadmap", { prepare: (root) => write(root, CONFIG, "{oops") });
    expect(await engine.run(["config-set", "no.such.key", "1"])).toMatchObject({ reason: "config_invalid_key" });
    expect(await engine.run(["config-set", "__proto__.x", "1"])).toMatchObject({ reason: "config_invalid_key" });
    expect(await engine.run(["config-set", "mode", "yolo"])).toMatchObject({ reason: "config_parse_failed" });
    expect(read(engine.root, CONFIG)).toBe("{oops");
  });

  test.each([
    "workflow.security_enforcement",
    "workflow.test_command",
    "workflow.auto_advance",
    "loopwright.continuation.enabled",
    "capabilities.auto_update",
    "mode",
  ])("lets only a person change %s", async (key) => {
    const engine = projectEngine("s01-new-roadmap");
    const refused = await engine.run(["config-set", key, "false"], "model");
    expect(refused.ok ? "" : refused.reason).toMatch(/not_allowed|config_invalid_key/);
    expect(read(engine.root, CONFIG)).toBe("{}\n");
  });

  test("lets a model change what guards nothing", async () => {
    const result = await projectEngine("s01-new-roadmap").run(["config-set", "response_language", "en"], "model");
    expect(result).toMatchObject({ ok: true });
  });
});

test("config-get gives the default of a capability, else the caller's, else says that there is none", async () => {
  const engine = projectEngine("s01-new-roadmap");
  expect(await engine.data("config-get", "workflow.research")).toEqual({ list: true });
  expect(await engine.data("config-get", "workflow.nope", "--default", "7")).toEqual({ list: 7 });
  expect(await engine.run(["config-get", "workflow.nope"])).toMatchObject({ reason: "config_key_not_found" });
});
