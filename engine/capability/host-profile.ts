import { join } from "node:path";
import type { Json } from "../json.ts";
import { readJsonFile } from "./json-file.ts";
import { TIERS, type Tier } from "./manifest.ts";
import { readBounded } from "./read-bounded.ts";
import type { WatchedPaths } from "./watched-paths.ts";

/** What is installed of the skills, and what of it is shown, in one host's configuration folder. */
export interface HostProfile {
  readonly profiles: readonly Tier[];
  readonly surface: Surface | null;
}

export interface Surface {
  readonly base: readonly Tier[];
  readonly disabledClusters: readonly string[];
  readonly adds: readonly string[];
  readonly removes: readonly string[];
}

export function readHostProfile(configDir: string, watched: WatchedPaths): HostProfile {
  const profile = join(configDir, ".gsd-profile");
  const surface = join(configDir, ".gsd-surface.json");
  watched.note(profile);
  watched.note(surface);
  const text = readBounded(profile);
  const file = readJsonFile(surface);
  return {
    profiles: text.ok ? profilesIn(text.bytes.toString("utf8")) : ["full"],
    surface: file.ok ? surfaceIn(file.value) : null,
  };
}

function profilesIn(text: string): readonly Tier[] {
  const names = text.split(",").map((name) => name.trim());
  return names.map((name) => ((TIERS as readonly string[]).includes(name) ? (name as Tier) : "full"));
}

function surfaceIn(value: Record<string, Json | undefined>): Surface {
  const texts = (list: Json | undefined) =>
    Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
  return {
    base: typeof value.baseProfile === "string" ? profilesIn(value.baseProfile) : ["full"],
    disabledClusters: texts(value.disabledClusters),
    adds: texts(value.explicitAdds),
    removes: texts(value.explicitRemoves),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

const FOLDERS: Readonly<Record<string, readonly [variable: string, ...folder: string[]]>> = {
  claude: ["CLAUDE_CONFIG_DIR", ".claude"],
  codex: ["CODEX_HOME", ".codex"],
  opencode: ["OPENCODE_CONFIG_DIR", ".config", "opencode"],
  pi: ["PI_CODING_AGENT_DIR", ".pi", "agent"],
  kilo: ["KILO_CONFIG_DIR", ".config", "kilo"],
};

/** Where a host keeps its configuration. */
export function configDirOf(runtime: string, home: string, env: Environment): string {
  const known = Object.hasOwn(FOLDERS, runtime) ? FOLDERS[runtime] : undefined;
  if (known === undefined) return join(home, `.${runtime}`);
  const [variable, ...folder] = known;
  return env[variable] ?? join(home, ...folder);
}
