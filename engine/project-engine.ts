import { realpathSync } from "node:fs";
import { homesOf } from "./capability/homes.ts";
import { type HostProfile, readHostProfile } from "./capability/host-profile.ts";
import { parseManifest } from "./capability/parse-manifest.ts";
import { composeRegistry } from "./capability/registry.ts";
import { createRegistrySource } from "./capability/registry-source.ts";
import { readWaivers } from "./capability/waivers.ts";
import { watchedValue } from "./capability/watched-value.ts";
import { runCommand } from "./command/hub.ts";
import { FAMILY_NAMES, findRow } from "./command/table.ts";
import { EngineError } from "./error.ts";
import type { ProjectContext } from "./loop/context.ts";
import { createOpening } from "./loop/opening.ts";
import { workstreamOf } from "./loop/planning-folder.ts";
import { createSettings } from "./loop/settings.ts";
import { withStoredWorkstream } from "./loop/stored-workstream.ts";
import type { EngineOptions } from "./options.ts";
import { createGitFacts } from "./planning/git-facts.ts";
import { createSnapshotReader } from "./planning/snapshot.ts";
import type { EnginePort, RecordEntry } from "./port.ts";
import { Runs } from "./run/runs.ts";
import { scrubPolicyOf } from "./run/scrub.ts";
import { createOwnSettings } from "./settings/own-settings.ts";

/** The engine of one project. Nothing is read before the first event or command. */
export function createProjectEngine(options: EngineOptions): EnginePort {
  const listeners = new Set<(entry: RecordEntry) => void>();
  const announce = (entry: RecordEntry) => {
    for (const listener of listeners) listener(entry);
  };
  let current: Opened | undefined;
  /** People and other tools may choose another workstream while a host runs. */
  const follow = () => {
    const env = withStoredWorkstream(options.env, realPathOf(options.root));
    if (current?.context.env.GSD_WORKSTREAM !== env.GSD_WORKSTREAM) current = undefined;
    current ??= open({ ...options, env }, announce);
    return current;
  };
  // A process that runs a command hears of no event.
  let concerns: typeof import("./concerns.ts") | undefined;
  return {
    standing: () => ({ engine: "in-process", because: null }),
    async handle(event) {
      const { context, opening } = (FOLLOWED.has(event.type) ? undefined : current) ?? follow();
      concerns ??= await import("./concerns.ts");
      // What is still pending stands in the snapshot's diagnostics; an event does not fail for it.
      await opening.recover().catch(() => undefined);
      return concerns.react(event, context);
    },
    async run(family, subcommand, args, caller) {
      const { context, opening } = follow();
      await opening.recover();
      return runCommand(context, family, subcommand, args, caller);
    },
    async wouldRun(family, subcommand, args) {
      const row = await findRow(family, subcommand);
      const input = row?.input().safeParse(args);
      return row?.wouldRun && input?.success ? row.wouldRun(follow().context, input.data) : [];
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async warmUp() {
      concerns ??= await import("./concerns.ts");
    },
    async close() {},
  };
}

/** Events before which another workstream is taken up; what a turn began goes to its end. */
const FOLLOWED: ReadonlySet<string> = new Set(["session.start", "prompt.submit"]);

interface Opened {
  readonly context: ProjectContext;
  readonly opening: ReturnType<typeof createOpening>;
}

function open(options: EngineOptions, announce: (entry: RecordEntry) => void): Opened {
  const context = createContext(options);
  context.runs.on(announce);
  return { context, opening: createOpening(context) };
}

function createContext(options: EngineOptions): ProjectContext {
  const now = options.now ?? Date.now;
  const randomId = options.randomId ?? (() => crypto.randomUUID());
  const root = realPathOf(options.root);
  const workstream = workstreamOf(options.env);
  const git = createGitFacts({ root, env: options.env, mayBlock: options.isAlone ?? false });
  const reader = createSnapshotReader({ root, workstream, git });
  const builtInFamilies = new Set(FAMILY_NAMES);
  const homes = homesOf({ ...options, root });
  const registry = createRegistrySource(() => ({
    includeInstalled: true,
    root,
    home: homes.overlays,
    decisionsHome: homes.decisions,
    firstParty: composeRegistry([
      ...(options.content.manifests ?? []),
      ...options.content.capabilities.map(readManifest),
    ]).registry,
    builtInFamilies,
    configHome: homes.hostConfig,
  }));
  const setting = createOwnSettings({
    root,
    home: homes.decisions,
    env: options.env,
    workstream,
    get isGuildProject() {
      return runs.isGuildProject;
    },
  });
  const runs = new Runs({
    root,
    home: homes.decisions,
    host: options.host,
    env: options.env,
    now,
    randomId,
    hasMirror: () => setting("telemetry.legacy_mirror"),
    scrubPolicy: () => scrubPolicyOf(setting),
  });
  const profiles = new Map<string, () => HostProfile>();
  return {
    root,
    home: options.home,
    host: options.host,
    env: options.env,
    content: options.content,
    writableRoots: (options.writableRoots ?? []).map(realPathOf),
    now,
    runs,
    workstream,
    git,
    snapshot: () => reader.read(),
    settings: createSettings({ root, home: homes.overlays, env: options.env, registry }),
    setting,
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
