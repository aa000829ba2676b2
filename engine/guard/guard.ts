import { realpathSync } from "node:fs";
import type { JsonObject } from "../json.ts";
import type { Ground } from "./ground.ts";
import { protectingRule, rulesBroken } from "./judge-path.ts";
import { readShell } from "./judge-shell.ts";
import { openPathBreaks } from "./open-path.ts";
import type { PathUse } from "./path-use.ts";
import type { Policy } from "./policy.ts";
import { policySource } from "./policy-source.ts";
import { fromGlob } from "./shell/text.ts";
import { classOf, readToolCall, type ToolCall } from "./tool-call.ts";
import { type Breach, type Verdict, verdictOn } from "./verdict.ts";
import { Places, type Where } from "./where.ts";

export interface GuardOptions {
  /** Real path of the project root. */
  readonly root: string;
  readonly home: string;
  /** Home of the folder in which a person's settings and decisions lie. */
  readonly decisions: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Real paths of folders outside the project that may be written to. */
  readonly writableRoots: readonly string[];
  /** Whether a setting of the project decides what is checked or guarded: a model does not change it. */
  readonly isGuardingKey: (key: string) => boolean;
  /** The system's temporary folders. */
  readonly temporary?: readonly string[];
  readonly now: () => number;
}

export interface Guard {
  /** Decides on one tool call; null allows it. Reads the disk only about what the call names; starts nothing. */
  judge(tool: string, args: JsonObject, agent?: string): Verdict | null;
  /** The rules as they hold at this moment. */
  policy(): Policy;
  /** The places that a call would write to, as far as it tells. */
  written(tool: string, args: JsonObject): readonly Where[];
}

export function createGuard(options: GuardOptions): Guard {
  const { root, env, writableRoots, isGuardingKey, now } = options;
  const home = realOf(options.home);
  const places = new Places(root, home, now);
  const policy = policySource({ root, home: options.decisions, env, now });
  let temporary: readonly string[] | undefined;
  const ground = (): Ground => {
    temporary ??= [...new Set((options.temporary ?? [env.TMPDIR || "/tmp", "/tmp", "/var/tmp"]).map(realOf))];
    return { places, policy: policy(), writableRoots, temporary, isGuardingKey, home, env };
  };
  return {
    policy,
    judge(tool, args, agent) {
      const here = ground();
      return verdictOn(breachesOf(tool, args, agent, here), here.policy);
    },
    written(tool, args) {
      const call = readToolCall(tool, args);
      if (call.kind === "shell") return readShell(call.command, call.folder, ground()).written;
      const uses = call.kind === "paths" ? call.uses : [];
      return uses.filter(({ use }) => use !== "read").map(({ path }) => places.locate(path));
    },
  };
}

function* breachesOf(tool: string, args: JsonObject, agent: string | undefined, ground: Ground): Iterable<Breach> {
  if (tool.trim() === "") {
    yield { rule: "nameless-tool", subject: namesIn(args) };
    return;
  }
  const call = readToolCall(tool, args);
  const scope = agent === undefined ? undefined : ground.policy.agents[agent];
  if (scope !== undefined && !scope.includes(classOf(call)))
    yield { rule: "agent-scope", subject: `${tool} (${agent})` };
  yield* breachesOfCall(call, tool, ground);
}

function* breachesOfCall(call: ToolCall, tool: string, ground: Ground): Iterable<Breach> {
  switch (call.kind) {
    case "harmless":
      return;
    case "paths":
      for (const use of call.uses) yield* breachesOfUse(use, ground);
      return;
    case "shell":
      ground.places.forget();
      yield* readShell(call.command, call.folder, ground).breaches;
      return;
    case "unknown":
      ground.places.forget();
      yield* breachesOfUnknown(tool, call.texts, ground);
      if (call.command !== undefined) yield* readShell(call.command, undefined, ground).breaches;
  }
}

const GLOB = /[*?[{]/;

function* breachesOfUse(use: PathUse, ground: Ground): Iterable<Breach> {
  const { places } = ground;
  for (const rule of rulesBroken(use, places.locate(use.path), ground)) yield { rule, subject: use.path };
  if (use.use !== "read" || !GLOB.test(use.path)) return;
  for (const path of fromGlob(use.path)) {
    for (const rule of openPathBreaks({ ...use, path }, [], ground)) yield { rule, subject: use.path };
  }
}

const READING_NAME = /(?:^|_|-)(?:read|get|list|search|find|view|show|query|fetch|stat)/i;
const LONGEST_PATH = 4096;

function* breachesOfUnknown(tool: string, texts: readonly string[], ground: Ground): Iterable<Breach> {
  for (const text of texts) {
    if (text === "" || text.length > LONGEST_PATH || /[\n\0]/.test(text)) continue;
    const where = ground.places.locate(text);
    const use = READING_NAME.test(tool) ? "read" : "delete";
    const isLost = rulesBroken({ path: text, use }, where, ground).some(
      (rule) => rule === "curated" || rule === "planning-loss",
    );
    if (isLost || protectingRule(where, ground) !== null) yield { rule: "unknown-tool", subject: text };
  }
}

function namesIn(args: JsonObject): string {
  const call = readToolCall("write", args);
  const [first] = call.kind === "paths" ? call.uses : [];
  return first === undefined ? "a call" : `a call on ${first.path}`;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // A folder that is not there yet has no other name.
    return path;
  }
}
