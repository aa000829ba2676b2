import { expect, test } from "bun:test";
import type { JsonObject } from "../../../engine/index.ts";
import { guardedProject } from "./guarded-project.ts";

type Settings = { readonly project?: unknown; readonly person?: unknown };

function judged(settings: Settings, tool: string, args: JsonObject, agent?: string): string {
  const verdict = guardedProject().withSettings(settings).judge(tool, args, { agent });
  return verdict === null ? "allow" : `${verdict.posture} ${verdict.rule}`;
}

const push = { command: "git push --force" };

test("the project can turn a question into a refusal", () => {
  expect(judged({}, "bash", push)).toBe("ask git-history");
  expect(judged({ project: { posture: { "git-history": "deny" } } }, "bash", push)).toBe("deny git-history");
});

test("the project can name more secrets and more protected files", () => {
  const project = { secrets: ["*.tfvars", "private/**"], protect: ["src/generated/**"] };
  expect(judged({ project }, "read", { filePath: "infra/x.tfvars" })).toBe("deny secret");
  expect(judged({ project }, "bash", { command: "cat private/a" })).toBe("deny secret");
  expect(judged({ project }, "write", { filePath: "src/generated/a.ts", content: "" })).toBe("deny protected");
  expect(judged({ project }, "read", { filePath: "src/generated/a.ts" })).toBe("allow");
});

test("the project cannot make anything looser, and is told so", () => {
  const project = { allow: [".env"], off: ["secret"], writable: ["/"], posture: { secret: "ask" } };
  expect(judged({ project }, "read", { filePath: ".env" })).toBe("deny secret");
  expect(judged({ project }, "write", { filePath: "/etc/x", content: "" })).toBe("deny outside-project");
  const { problems } = guardedProject().withSettings({ project }).policy();
  expect(problems.map(({ layer, path }) => `${layer} ${path}`)).toEqual([
    "project allow",
    "project off",
    "project writable",
    "project posture.secret",
  ]);
});

test("the person can allow files and folders and turn rules off or down", () => {
  expect(judged({ person: { allow: ["certs/**"] } }, "read", { filePath: "certs/server.key" })).toBe("allow");
  expect(judged({ person: { allow: ["certs/**"] } }, "read", { filePath: ".env" })).toBe("deny secret");
  expect(judged({ person: { writable: ["/opt/shared"] } }, "write", { filePath: "/opt/shared/x", content: "" })).toBe(
    "allow",
  );
  expect(judged({ person: { writable: ["~/notes"] } }, "bash", { command: "echo x > ~/notes/a" })).toBe("allow");
  expect(judged({ person: { off: ["git-history"] } }, "bash", push)).toBe("allow");
  expect(judged({ person: { posture: { "ignored-files": "ask" } } }, "bash", { command: "git add -f x" })).toBe(
    "ask ignored-files",
  );
});

test("the person's word stands above the project's", () => {
  const project = { posture: { "git-history": "deny" } };
  expect(judged({ project, person: { off: ["git-history"] } }, "bash", push)).toBe("allow");
});

test("what holds the loop together stays, whoever wishes otherwise", () => {
  const person = { allow: ["**"], off: ["engine-owned", "person-only"] };
  expect(judged({ person }, "write", { filePath: ".planning/STATE.md", content: "" })).toBe("deny engine-owned");
  expect(judged({ person }, "bash", { command: "echo > ~/.gsd/waivers.json" })).toBe("deny person-only");
  expect(judged({ person }, "read", { filePath: ".env" })).toBe("allow");
});

test("a setting that does not fit is told, and the others hold", () => {
  const guard = guardedProject().withSettings({
    project: { secrets: ["*.tfvars"], posture: { nonsense: "deny" }, agents: 7 },
  });
  expect(guard.judge("read", { filePath: "a.tfvars" })?.rule).toBe("secret");
  expect(guard.policy().problems.map(({ layer }) => layer)).toContain("project");
});

test("an agent uses only the classes of tools that it was given", () => {
  const project = { agents: { reviewer: ["read", "own"] } };
  expect(judged({ project }, "write", { filePath: "src/a.ts", content: "" }, "reviewer")).toBe("deny agent-scope");
  expect(judged({ project }, "bash", { command: "ls" }, "reviewer")).toBe("deny agent-scope");
  expect(judged({ project }, "read", { filePath: "src/a.ts" }, "reviewer")).toBe("allow");
  expect(judged({ project }, "bash", { command: "ls" }, "builder")).toBe("allow");
  expect(judged({ project }, "bash", { command: "ls" })).toBe("allow");
});

test("what decides about checks is changed by a person, everything else by an edit", () => {
  const project = guardedProject();
  const path = ".planning/config.json";
  const text = { mode: "yolo", workflow: { verifier: true, research: true } };
  project.write(path, JSON.stringify(text));
  const write = (value: unknown) =>
    project.guard.judge("write", { filePath: path, content: JSON.stringify(value) })?.rule;
  expect(write({ ...text, workflow: { verifier: true, research: false } })).toBeUndefined();
  expect(write({ ...text, workflow: { verifier: false, research: true } })).toBe("guard-settings");
  expect(write({ ...text, workflow: { research: true } })).toBe("guard-settings");
  expect(write({ ...text, loopwright: { continuation: { on: true } } })).toBe("guard-settings");
});

test("a model cannot change the guard's settings in the project's configuration", () => {
  const guard = guardedProject().withSettings({ project: { posture: { "git-history": "deny" } } });
  const path = ".planning/config.json";
  const kept = { mode: "yolo", loopwright: { guard: { posture: { "git-history": "deny" } } } };
  const rule = (tool: string, args: JsonObject) => guard.judge(tool, args)?.rule;
  expect(rule("write", { filePath: path, content: "{}" })).toBe("guard-settings");
  expect(rule("write", { filePath: path, content: JSON.stringify(kept) })).toBeUndefined();
  expect(rule("edit", { filePath: path, oldString: '"deny"', newString: '"ask"' })).toBe("guard-settings");
  expect(rule("bash", { command: `echo '{}' > ${path}` })).toBe("guard-settings");
  expect(rule("bash", { command: `rm ${path}` })).toBe("guard-settings");
  const patch = (from: string, to: string) =>
    `*** Begin Patch\n*** Update File: ${path}\n@@\n-${from}\n+${to}\n*** End Patch`;
  const text = JSON.stringify({ loopwright: { guard: { posture: { "git-history": "deny" } } } });
  expect(rule("apply_patch", { patchText: patch(text, "{}") })).toBe("guard-settings");
  expect(rule("apply_patch", { patchText: patch(text, JSON.stringify(kept)) })).toBeUndefined();
});
