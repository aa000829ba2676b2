import { realpathSync } from "node:fs";
import type { JsonObject } from "../json.ts";
import type { Ground } from "./ground.ts";
import { holdsHome, protectingRule, rulesBroken } from "./judge-path.ts";
import { readCode, readShell, type ShellText } from "./judge-shell.ts";
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

/** Who calls, and the folder in which the host resolves relative paths: the project's root if it is not given. */
export interface CallSetting {
  readonly agent?: string | undefined;
  readonly folder?: string | undefined;
}

export interface Guard {
  /** Decides on one tool call; null allows it. Reads the disk only about what the call names; starts nothing. */
  judge(tool: string, args: JsonObject, setting?: CallSetting): Verdict | null;
  /** The rules as they hold at this moment. */
  policy(): Policy;
  /** The places that a call would write to, as far as it tells. */
  written(tool: string, args: JsonObject, folder?: string): readonly Where[];
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
    judge(tool, args, setting = {}) {
      const here = ground();
      return verdictOn(breachesOf(tool, args, setting, here), here.policy);
    },
    written(tool, args, folder = root) {
      const call = readToolCall(tool, args);
      if (call.kind === "shell") return readShell(shellOf(call, folder, places), ground()).written;
      const uses = call.kind === "paths" ? call.uses : [];
      return uses.filter(({ use }) => use !== "read").map(({ path }) => places.locate(path, folder));
    },
  };
}

function* breachesOf(tool: string, args: JsonObject, setting: CallSetting, ground: Ground): Iterable<Breach> {
  if (tool.trim() === "") {
    yield { rule: "nameless-tool", subject: namesIn(args) };
    return;
  }
  const call = readToolCall(tool, args);
  const { agent, folder = ground.places.root } = setting;
  const { agents } = ground.policy;
  const scope = agent !== undefined && Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  if (scope !== undefined && !scope.includes(classOf(call)))
    yield { rule: "agent-scope", subject: `${tool} (${agent})` };
  yield* breachesOfCall(call, tool, folder, ground);
}

function* breachesOfCall(call: ToolCall, tool: string, folder: string, ground: Ground): Iterable<Breach> {
  switch (call.kind) {
    case "harmless":
      return;
    case "paths":
      for (const use of call.uses) yield* breachesOfUse(use, folder, ground);
      return;
    case "shell":
      ground.places.forget();
      yield* readShell(shellOf(call, folder, ground.places), ground).breaches;
      return;
    case "unknown":
      ground.places.forget();
      yield* breachesOfUnknown(tool, call, folder, ground);
  }
}

function shellOf({ command, folder, dialect }: ToolCall & { kind: "shell" }, from: string, places: Places): ShellText {
  return { command, dialect, folder: folder === undefined ? from : places.locate(folder, from).real };
}

const GLOB = /[*?[{]/;

function* breachesOfUse(use: PathUse, folder: string, ground: Ground): Iterable<Breach> {
  const { places } = ground;
  const where = places.locate(use.path, folder);
  for (const rule of rulesBroken(use, where, ground)) yield { rule, subject: use.path };
  if (use.use !== "read") return;
  if (use.deep && holdsHome(where, ground)) yield { rule: "secret", subject: use.path };
  if (!GLOB.test(use.path)) return;
  for (const path of fromGlob(use.path)) {
    for (const rule of openPathBreaks({ ...use, path }, use.deep ? [folder] : [], ground))
      yield { rule, subject: use.path };
  }
}

const READING_NAME = /(?:^|_|-)(?:read|get|list|search|find|view|show|query|fetch|stat)/i;
const CHANGING_NAME =
  /(?:^|_|-)(?:delete|remove|rm|write|edit|update|set|put|save|move|rename|create|replace|append|truncate|patch|trash)/i;
const LONGEST_PATH = 4096;
const MOST_TEXTS = 1000;

function* breachesOfUnknown(
  tool: string,
  { texts, scripts }: ToolCall & { kind: "unknown" },
  folder: string,
  ground: Ground,
): Iterable<Breach> {
  const use = READING_NAME.test(tool) && !CHANGING_NAME.test(tool) ? "read" : "delete";
  for (const text of texts.slice(0, MOST_TEXTS)) {
    if (text === "" || text.length > LONGEST_PATH || /[\n\0]/.test(text)) continue;
    const where = ground.places.locate(text, folder);
    const broken = [
      ...rulesBroken({ path: text, use }, where, ground),
      ...(GLOB.test(text) ? fromGlob(text).flatMap((path) => openPathBreaks({ path, use }, [folder], ground)) : []),
    ];
    if (protectingRule(where, ground) !== null || broken.some((rule) => rule !== "outside-project"))
      yield { rule: "unknown-tool", subject: text };
  }
  for (const command of scripts.commands) yield* readShell({ command, dialect: "posix", folder }, ground).breaches;
  for (const code of scripts.code) yield* readCode(code, folder, ground);
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
