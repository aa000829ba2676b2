import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { type Presence, presenceFolder } from "./presence.ts";

/** The copies that were loaded for a project, newest first. What another version wrote in another form says nothing. */
export function readPresences(home: string, root: string): readonly Presence[] {
  const folder = presenceFolder(home);
  const schema = presenceSchema();
  return namesIn(folder)
    .flatMap((name) => parsePresence(join(folder, name), schema))
    .filter((presence) => presence.root === root)
    .sort((a, b) => b.startedAt - a.startedAt);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  } catch {
    // Nobody left word yet.
    return [];
  }
}

function parsePresence(file: string, schema: z.ZodMiniType<Presence>): readonly Presence[] {
  try {
    return [schema.parse(JSON.parse(readFileSync(file, "utf8")))];
  } catch {
    // A torn or foreign file says nothing.
    return [];
  }
}

function presenceSchema(): z.ZodMiniType<Presence> {
  const probe = z.object({ probe: z.string(), denied: z.boolean(), us: z.number() });
  return z.object({
    host: z.string(),
    version: z.string(),
    entry: z.string(),
    road: z.string(),
    runtime: z.string(),
    engine: z.enum(["in-process", "child", "away"]),
    because: z.nullable(z.string()),
    root: z.string(),
    pid: z.int(),
    startedAt: z.int(),
    hooks: z.array(z.string()),
    events: z.record(z.string(), z.object({ count: z.int(), last: z.int() })),
    canary: z.nullable(z.object({ at: z.int(), probes: z.array(probe) })),
    receipts: z.array(z.object({ point: z.string(), level: z.string(), fallback: z.string() })),
    conflicts: z.array(z.string()),
  });
}
