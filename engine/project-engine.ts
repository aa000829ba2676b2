import { realpathSync } from "node:fs";
import { homesOf } from "./capability/homes.ts";
import { type HostProfile, readHostProfile } from "./capability/host-profile.ts";
import { parseManifest } from "./capability/parse-manifest.ts";
import { composeRegistry } from "./capability/registry.ts";
import { createRegistrySource } from "./capability/registry-source.ts";
import { readWaivers } from "./capability/waivers.ts";
import { watchedValue } from "./capability/watched-value.ts";
import { withinBudget } from "./capsule/budget.ts";
import {
  capsuleAfterCompaction,
  capsuleBeforeCompaction,
  capsuleOnResume,
  noteFreshSession,
} from "./capsule/concern.ts";
import { runCommand } from "./command/hub.ts";
import { FAMILY_NAMES, findRow } from "./command/table.ts";
import type { ConcernTable } from "./concern.ts";
import { announceContinuation, continueAfterTurn, continueBeforeTurnEnds } from "./continuation/concern.ts";
import { EngineError } from "./error.ts";
import type { EngineEvent } from "./event.ts";
import { parseEvent } from "./event-schema.ts";
import { agentAtPrompt, agentAtStart } from "./guard/agents.ts";
import { askAnswered, askRefused, guardConcern } from "./guard/concern.ts";
import { createGuard } from "./guard/guard.ts";
import { warnOfInjection } from "./guard/injection-concern.ts";
import { lifecycleGate, skillNudge } from "./lifecycle/at-prompt.ts";
import {
  closeLane,
  heartbeat,
  openLane,
  reflectionAfterWorker,
  taskCreated,
  teammateIdle,
} from "./lifecycle/at-task.ts";
import { closeGate, leanLead, learningBackstop, reflection } from "./lifecycle/at-turn-end.ts";
import { gateOutcomeAfterChange, gateOutcomeAfterWrite, receiptLint, scrubAfterWrite } from "./lifecycle/at-write.ts";
import type { ProjectContext } from "./loop/context.ts";
import { isGuardingKey } from "./loop/guarding-keys.ts";
import { createGuildSettings } from "./loop/guild-settings.ts";
import { createOpening } from "./loop/opening.ts";
import { workstreamOf } from "./loop/planning-folder.ts";
import { createSettings } from "./loop/settings.ts";
import { captureBeforeCompaction } from "./memory/concern.ts";
import type { EngineOptions } from "./options.ts";
import { overlayScripts } from "./overlay-hooks/concern.ts";
import { createGitFacts } from "./planning/git-facts.ts";
import { createSnapshotReader } from "./planning/snapshot.ts";
import type { EnginePort } from "./port.ts";
import { listenForMoves, tellMoves } from "./presence/concern.ts";
import type { Reaction } from "./reaction.ts";
import { closeRunAfterTurn } from "./run/close-run.ts";
import {
  journalCallBegin,
  journalCallEnd,
  journalCompact,
  journalCompacted,
  journalPermission,
  journalPrompt,
  journalSessionEnd,
  journalSessionStart,
  journalTurn,
  journalUsage,
  journalWorker,
} from "./run/journal.ts";
import { Runs } from "./run/runs.ts";
import { scrubPolicyOf } from "./run/scrub.ts";
import { shellEnvironment } from "./run/shell-environment.ts";

/** Per event, which concerns run and in what order: guard before the log line, log line before advice that reads it. */
const CONCERNS: ConcernTable = {
  "session.start": [
    listenForMoves,
    agentAtStart,
    journalSessionStart,
    noteFreshSession,
    overlayScripts("session.start"),
  ],
  "session.end": [journalSessionEnd, overlayScripts("session.end")],
  "prompt.submit": [
    agentAtPrompt,
    lifecycleGate,
    skillNudge,
    announceContinuation,
    journalPrompt,
    capsuleOnResume,
    overlayScripts("prompt.submit"),
  ],
  "tool.before": [guardConcern, taskCreated, journalCallBegin, heartbeat, overlayScripts("tool.before")],
  "tool.after": [
    askRefused,
    journalCallEnd,
    scrubAfterWrite,
    receiptLint,
    gateOutcomeAfterWrite,
    closeLane,
    warnOfInjection,
    tellMoves,
    overlayScripts("tool.after"),
  ],
  "permission.asked": [journalPermission],
  "permission.answered": [askAnswered],
  usage: [journalUsage],
  "context.compact": [
    journalCompact,
    captureBeforeCompaction,
    capsuleBeforeCompaction,
    overlayScripts("context.compact"),
  ],
  "context.compacted": [journalCompacted, capsuleAfterCompaction],
  "turn.closing": [continueBeforeTurnEnds],
  "turn.stop": [
    journalTurn,
    continueAfterTurn,
    reflection,
    closeRunAfterTurn,
    learningBackstop,
    leanLead,
    closeGate,
    overlayScripts("turn.stop"),
  ],
  "worker.stop": [journalWorker, reflectionAfterWorker, teammateIdle],
  "task.dispatch": [openLane],
  "task.collect": [],
  "shell.start": [shellEnvironment],
  "file.changed": [gateOutcomeAfterChange],
};

/** Events that come before what they tell of: nobody else hears of what was refused. */
const CAN_BE_STOPPED: ReadonlySet<EngineEvent["type"]> = new Set(["tool.before", "prompt.submit"]);

/** The engine of one project. Nothing is read before the first event or command. */
export function createProjectEngine(options: EngineOptions): EnginePort {
  const context = createContext(options);
  const opening = createOpening(context);
  return {
    mode: "in-process",
    async handle(event) {
      const problems = parseEvent(event);
      if (problems.length > 0) {
        throw new EngineError("EVENT_INVALID", `The event does not fit: ${problems.join("; ")}`, {
          remedy: "The binding sends something that the engine does not know; run `loopwright doctor`.",
        });
      }
      // What is still pending stands in the snapshot's diagnostics; an event does not fail for it.
      await opening.recover().catch(() => undefined);
      return react(event, context);
    },
    async run(family, subcommand, args, caller) {
      await opening.recover();
      await opening.catchUp();
      return runCommand(context, family, subcommand, args, caller);
    },
    async wouldRun(family, subcommand, args) {
      const row = await findRow(family, subcommand);
      const input = row?.input().safeParse(args);
      return row?.wouldRun && input?.success ? row.wouldRun(context, input.data) : [];
    },
    on: (listener) => context.runs.on(listener),
    async close() {},
  };
}

function react(event: EngineEvent, context: ProjectContext): readonly Reaction[] {
  const reactions: Reaction[] = [];
  for (const concern of CONCERNS[event.type]) {
    try {
      reactions.push(
        ...(concern.react as (event: EngineEvent, context: ProjectContext) => readonly Reaction[])(event, context),
      );
    } catch (error) {
      if (concern.posture === "gate") reactions.push(shutBecause(concern.name, error));
    }
    if (CAN_BE_STOPPED.has(event.type) && reactions.some(({ type }) => type === "deny")) break;
  }
  return event.type === "context.compact" || event.type === "context.compacted" ? withinBudget(reactions) : reactions;
}

function shutBecause(name: string, error: unknown): Reaction {
  return {
    type: "deny",
    rule: name,
    reason: `the ${name} could not decide (${error instanceof Error ? error.message : String(error)})`,
    remedy: "Ask the person to run `loopwright doctor`.",
  };
}

function createContext(options: EngineOptions): ProjectContext {
  const now = options.now ?? Date.now;
  const randomId = options.randomId ?? (() => crypto.randomUUID());
  const root = realPathOf(options.root);
  const workstream = workstreamOf(options.env);
  const git = createGitFacts({ root, env: options.env });
  const reader = createSnapshotReader({ root, workstream, git });
  const builtInFamilies = new Set(FAMILY_NAMES);
  const homes = homesOf({ ...options, root });
  const registry = createRegistrySource(() => ({
    includeInstalled: true,
    root,
    home: homes.overlays,
    decisionsHome: homes.decisions,
    firstParty: composeRegistry(options.content.capabilities.map(readManifest)).registry,
    builtInFamilies,
    configHome: homes.hostConfig,
  }));
  const guildSetting = createGuildSettings(root, () => reader.read().config);
  const profiles = new Map<string, () => HostProfile>();
  return {
    root,
    home: options.home,
    host: options.host,
    env: options.env,
    content: options.content,
    guard: createGuard({
      root,
      home: options.home,
      decisions: homes.decisions,
      env: options.env,
      writableRoots: (options.writableRoots ?? []).map(realPathOf),
      isGuardingKey: (key) => isGuardingKey(key, registry()),
      now,
    }),
    now,
    runs: new Runs({
      root,
      host: options.host,
      env: options.env,
      now,
      randomId,
      scrubPolicy: () => scrubPolicyOf(guildSetting),
    }),
    workstream,
    git,
    snapshot: () => reader.read(),
    settings: createSettings({ root, home: homes.overlays, env: options.env, registry }),
    guildSetting,
    waivers: watchedValue((watched) => readWaivers(homes.decisions, watched)),
    homes,
    builtInFamilies,
    hostProfile(configDir) {
      const known = profiles.get(configDir) ?? watchedValue((watched) => readHostProfile(configDir, watched));
      profiles.set(configDir, known);
      return known();
    },
    get registry() {
      return registry();
    },
  };
}

function readManifest(value: unknown) {
  const result = parseManifest(value);
  if (result.ok) return result.manifest;
  throw new EngineError("CONTENT_INVALID", result.issues.map(({ path, message }) => `${path}: ${message}`).join("; "), {
    remedy: "Reinstall loopwright: a shipped manifest is damaged.",
  });
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A folder that is not there yet has no other name.
    return path;
  }
}
