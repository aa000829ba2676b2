import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { isJsonObject, type Json, type JsonObject } from "../../../engine/index.ts";
import { type EngineSetup, type ProjectEngine, projectEngine } from "../command/project-engine.ts";
import { read, write } from "../planning/sample.ts";

const CONFIG = ".planning/config.json";
const GUILD = ".guild/settings.json";
const LOCAL = ".guild/settings.local.json";
const PERSON = ".gsd/loopwright.json";
/** Put together here so that no file holds one. */
const TOKEN = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");

interface Shown extends JsonObject {
  readonly key: string;
  readonly value: Json;
  readonly source: string;
  readonly default: Json;
}

type Files = Readonly<Record<string, unknown>>;

function project(files: Files = {}, setup: EngineSetup = {}): ProjectEngine {
  const prepare = (root: string) => {
    for (const [path, value] of Object.entries(files)) write(root, path, JSON.stringify(value));
  };
  return projectEngine("s01-new-roadmap", { prepare, ...setup });
}

async function explain(engine: ProjectEngine, ...key: readonly string[]) {
  const { settings, problems } = await engine.data("config", "explain", ...key);
  return { settings: settings as unknown as Shown[], problems: problems as unknown as JsonObject[] };
}

async function one(engine: ProjectEngine, key: string): Promise<Shown> {
  const { settings } = await explain(engine, key);
  expect(settings).toHaveLength(1);
  return settings[0] as Shown;
}

const sentences = (problems: readonly JsonObject[]) => problems.map(({ sentence }) => String(sentence));

/** Values that a schema allows, one for each kind, and one that it does not. */
function samples(schema: JsonObject): { readonly good: readonly Json[]; readonly bad: Json | undefined } {
  if (schema.enum !== undefined) return { good: schema.enum as readonly Json[], bad: "nonsense" };
  const [first = ""] = isJsonObject(schema.items) ? samples(schema.items).good : [];
  switch (schema.type) {
    case "boolean":
      return { good: [true, false], bad: "perhaps" };
    case "integer":
      return { good: [schema.minimum ?? 0, 40], bad: Number(schema.minimum) - 1 };
    case "array":
      return { good: [[], [first]], bad: true };
    case "object": {
      const [name = "anyone"] = isJsonObject(schema.propertyNames) ? samples(schema.propertyNames).good : [];
      const [entry = ""] = samples(schema.additionalProperties as JsonObject).good;
      return { good: [{}, { [String(name)]: entry }], bad: 7 };
    }
    case "string":
      return { good: ["a wor[d]"], bad: "" };
    default:
      return { good: ["a word", 7, { roles: ["qa"] }], bad: undefined };
  }
}

test("every setting of ours takes what it says, refuses what it does not take, and shows where its value comes from", async () => {
  const engine = project();
  const { settings } = await explain(engine, "loopwright");
  expect(settings.length).toBeGreaterThan(40);
  for (const { key, schema, setBy } of settings.filter(({ owner }) => owner === "loopwright")) {
    const { good, bad } = samples(schema as JsonObject);
    if (!String(setBy).includes(CONFIG)) {
      expect(await engine.run(["config-set", key, JSON.stringify(good[0])])).toMatchObject({ reason: "usage" });
      continue;
    }
    for (const value of good) {
      const written = typeof value === "string" ? value : JSON.stringify(value);
      expect(await engine.data("config-set", key, written)).toMatchObject({ updated: true, value });
      expect(await one(engine, key)).toMatchObject({ key, value, source: CONFIG });
    }
    if (bad !== undefined) {
      expect({ key, ...(await engine.run(["config-set", key, String(bad)])) }).toMatchObject({ reason: "usage" });
    }
    expect(await engine.run(["config-set", key, "null"])).toMatchObject({ ok: true });
    expect(await one(engine, key)).toMatchObject({ source: "default" });
  }
  expect((await explain(engine)).problems).toEqual([]);
});

test("a key that is none is refused with those that may have been meant, and nothing is written", async () => {
  const engine = project();
  const before = read(engine.root, CONFIG);
  const refused = async (...line: string[]) => expect(await engine.run(line)).toMatchObject({ ok: false });
  expect(await engine.run(["config-set", "loopwright.quite", "true"])).toMatchObject({
    reason: "config_invalid_key",
    remedy: "Did you mean loopwright.quiet?",
    data: { near: ["loopwright.quiet"] },
  });
  expect(await engine.run(["config", "explain", "workflow.reserch"])).toMatchObject({
    reason: "config_invalid_key",
    remedy: "Did you mean workflow.research?",
  });
  expect(await engine.run(["config-set", "loopwright.guard.posture.git-histroy", "deny"])).toMatchObject({
    reason: "usage",
    remedy: "Did you mean git-history?",
  });
  await refused("config-set", "loopwright.continuation", "true");
  await refused("config-set", "loopwright.continuation", '{"enabld":true}');
  await refused("config-set", "loopwright.guard.posture.secret", "ask");
  expect(read(engine.root, CONFIG)).toBe(before);
});

test("a whole section, and one entry of a map, are checked and taken", async () => {
  const engine = project();
  await engine.data("config-set", "loopwright.continuation", '{"enabled":true,"max_in_a_row":3}');
  await engine.data("config-set", "loopwright.guard.posture.git-history", "deny");
  expect(await one(engine, "continuation.max_in_a_row")).toMatchObject({ value: 3 });
  expect(await one(engine, "loopwright.guard.posture.git-history")).toMatchObject({
    key: "loopwright.guard.posture",
    value: { "git-history": "deny" },
  });
});

test("what is set takes effect: a rule of the guard, the continuation, a guard of the lifecycle", async () => {
  let now = Date.now();
  const engine = project({}, { now: () => now });
  const readTf = () => engine.toolCall("read", { filePath: "main.tfvars" });
  expect(await readTf()).toEqual([]);
  await engine.data("config-set", "loopwright.guard.secrets", '["*.tfvars"]');
  await engine.data("config-set", "loopwright.continuation.max_in_a_row", "3");
  await engine.data("config-set", "loopwright.lean_lead.enabled", "true");
  now += 1000;
  expect(await readTf()).toMatchObject([{ type: "deny", rule: "secret" }]);
  const { guards } = await engine.data("lifecycle", "show");
  expect(guards).toContainEqual(expect.objectContaining({ guard: "lean-lead guard", on: true }));
  expect(await engine.data("config-get", "loopwright.continuation.max_in_a_row")).toEqual({ list: 3 });
});

test("the strongest layer that fits counts, and every layer is heard", async () => {
  const engine = project({
    [CONFIG]: { loopwright: { lean_lead: { hands_on_edit_threshold: "many" } } },
    [LOCAL]: { defaults: { lean_lead: { hands_on_edit_threshold: 3 } } },
    [GUILD]: { defaults: { lean_lead: { hands_on_edit_threshold: 5 } } },
  });
  const { settings, problems } = await explain(engine, "defaults.lean_lead.hands_on_edit_threshold");
  const words = (where: string, written: Json, taken: Json) => expect.objectContaining({ where, written, taken });
  expect(settings).toMatchObject([
    {
      key: "loopwright.lean_lead.hands_on_edit_threshold",
      value: 3,
      source: LOCAL,
      default: 8,
      words: [words(CONFIG, "many", null), words(LOCAL, 3, 3), words(GUILD, 5, 5)],
    },
  ]);
  expect(sentences(problems)).toEqual([
    `${CONFIG}: loopwright.lean_lead.hands_on_edit_threshold takes a whole number from 0, not "many"; what holds is 3.`,
  ]);
});

test("the project adds to the guard and the person's own file stands beside it, each only with what it may say", async () => {
  const engine = project({
    [CONFIG]: { loopwright: { guard: { secrets: ["*.tf", 7], allow: [".env"] }, hooks: { on_tools: true } } },
  });
  write(engine.home, PERSON, JSON.stringify({ guard: { secrets: ["*.mine"], of: ["publish"] }, quiet: true }));
  expect(await one(engine, "guard.secrets")).toMatchObject({
    value: ["*.tf", "*.mine"],
    source: `~/${PERSON}, ${CONFIG}`,
  });
  expect(await one(engine, "hooks.on_tools")).toMatchObject({ value: false, source: "default" });
  const { problems } = await explain(engine);
  expect(problems.map(({ where, key, near }) => [where, key, near])).toEqual([
    [`~/${PERSON}`, "guard.of", ["guard.off"]],
    [`~/${PERSON}`, "quiet", []],
    [CONFIG, "loopwright.guard.secrets[1]", []],
    [CONFIG, "loopwright.guard.allow", []],
    [CONFIG, "loopwright.hooks.on_tools", []],
  ]);
});

test("no slip of the hand in a file or a variable is silent, and what others own is left alone", async () => {
  const engine = project(
    {
      [CONFIG]: {
        "loopwright.quiet": true,
        loopwright: { lean_leed: { enabled: true } },
        workflow: { reserch: false, tdd_mode: "yes", of_somebody_else: 1, use_worktrees: false },
      },
      [GUILD]: { defaults: { lean_lead: { enabeld: false } }, something: { of: "Guild's" } },
    },
    { env: { GUILD_REANCHOR_GRACE_MS: "soon", LOOPWRIGHT_ENGIN: "child", GUILD_OTHER: "x" } },
  );
  const { problems } = await explain(engine);
  expect(problems.map(({ level, where, key, near }) => [level, where, key, near])).toEqual([
    ["warning", CONFIG, "loopwright.quiet", []],
    ["warning", CONFIG, "loopwright.lean_leed.enabled", ["loopwright.lean_lead.enabled"]],
    ["warning", CONFIG, "workflow.reserch", ["workflow.research"]],
    ["warning", CONFIG, "workflow.tdd_mode", []],
    ["note", CONFIG, "workflow.of_somebody_else", []],
    ["warning", GUILD, "defaults.lean_lead.enabeld", ["defaults.lean_lead.enabled"]],
    ["warning", "environment", "GUILD_REANCHOR_GRACE_MS", []],
    ["warning", "environment", "LOOPWRIGHT_ENGIN", ["LOOPWRIGHT_ENGINE"]],
  ]);
});

test("a file that cannot be read is named, and the defaults hold", async () => {
  const engine = project();
  write(engine.root, CONFIG, "{ no");
  write(engine.home, PERSON, "[]");
  const { settings, problems } = await explain(engine);
  expect(problems.map(({ where }) => where)).toEqual([`~/${PERSON}`, CONFIG]);
  expect(settings.filter(({ source }) => source.includes("json"))).toEqual([]);
});

test("settings of capabilities and of the reference are explained with theirs", async () => {
  const engine = project({ [CONFIG]: { workflow: { research: false }, model_overrides: { "gsd-planner": "large" } } });
  expect(await one(engine, "workflow.research")).toMatchObject({
    owner: "capability research",
    value: false,
    source: CONFIG,
    default: true,
  });
  expect(await one(engine, "model_overrides.gsd-planner")).toMatchObject({ owner: "gsd-core", value: "large" });
  expect(await one(engine, "workflow.use_worktrees")).toMatchObject({ owner: "gsd-core", source: "default" });
});

test("a variable is shown with its value, and stands above the files where it says so", async () => {
  const env = { GUILD_COMMS_FORMAT_ENFORCE: "1", GUILD_RUN_BINDING_REF: "a-nonce" };
  const engine = project({ [CONFIG]: { loopwright: { handoff_lint: { enforce: "advise" } } } }, { env });
  expect(await one(engine, "handoff_lint.enforce")).toMatchObject({
    value: "block",
    source: "GUILD_COMMS_FORMAT_ENFORCE",
  });
  expect(await one(engine, "GUILD_COMMS_FORMAT_ENFORCE")).toMatchObject({ value: "1", source: "environment" });
  expect(JSON.stringify(await explain(engine))).not.toContain("a-nonce");
});

test("no credential is shown, wherever it stands", async () => {
  const engine = project({
    [CONFIG]: {
      loopwright: { quiet: `token: ${TOKEN}`, secrets_policy: { redaction_patterns: ["ACME-\\d+", "("] } },
      tests: { command: `curl -H "authorization: bearer ${TOKEN}" ACME-123` },
      brave_search: "a-key-of-a-service",
    },
  });
  const { ok, ...answer } = await engine.run(["config", "explain"]);
  expect(ok).toBe(true);
  for (const hidden of [TOKEN, "ACME-123", "a-key-of-a-service"]) expect(JSON.stringify(answer)).not.toContain(hidden);
});

test("a model may read the settings, and nothing is written by it", async () => {
  const engine = project();
  chmodSync(engine.root, 0o555);
  const answer = await engine.run(["config", "explain", "quiet"], "model");
  chmodSync(engine.root, 0o755);
  expect(answer).toMatchObject({ ok: true, text: expect.stringContaining("Takes true or false. Default: false.") });
});
