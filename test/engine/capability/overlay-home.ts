import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadRegistry } from "../../../engine/capability/load-registry.ts";
import type { CapabilityManifest } from "../../../engine/capability/manifest.ts";
import { parseManifest } from "../../../engine/capability/parse-manifest.ts";
import { composeRegistry, type Registry } from "../../../engine/capability/registry.ts";
import { createEngine, type EnginePort, type JsonObject } from "../../../engine/index.ts";

/** The smallest valid feature, with what a test needs beside. */
export function feature(id: string, extra: JsonObject = {}): JsonObject {
  return {
    id,
    role: "feature",
    version: "1.0.0",
    title: id,
    description: `Sample ${id}.`,
    tier: "full",
    requires: [],
    runtimeCompat: { supported: ["*"], unsupported: [] },
    skills: [],
    agents: [],
    config: {},
    steps: [],
    contributions: [],
    gates: [],
    ...extra,
  };
}

export function advice(point: string, into: string, text: string, extra: JsonObject = {}): JsonObject {
  return { point, into, produces: [], consumes: [], fragment: { inline: text }, ...extra };
}

export function gate(point: string, check: JsonObject, extra: JsonObject = {}): JsonObject {
  return { point, check, blocking: true, onError: "halt", ...extra };
}

export function manifestOf(value: JsonObject): CapabilityManifest {
  const parsed = parseManifest(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.manifest;
}

/** A home and a project in a temporary folder, into which capabilities can be put. */
export class OverlayHome {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "overlays-")));
  readonly home = join(this.folder, "home");
  readonly root = join(this.folder, "project");
  readonly firstParty: Registry;

  constructor(shipped: readonly JsonObject[] = []) {
    mkdirSync(join(this.home, ".gsd", "capabilities"), { recursive: true });
    mkdirSync(join(this.root, ".planning"), { recursive: true });
    this.firstParty = composeRegistry(shipped.map(manifestOf)).registry;
  }

  capability(id: string, scope: "global" | "project" = "global"): string {
    return join(scope === "global" ? this.home : this.root, ".gsd", "capabilities", id);
  }

  write(id: string, manifest: unknown, scope: "global" | "project" = "global"): void {
    this.file(join(this.capability(id, scope), "capability.json"), JSON.stringify(manifest));
  }

  file(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  load(): Registry {
    const { root, home, firstParty } = this;
    return loadRegistry({ includeInstalled: true, root, home, firstParty });
  }

  engine(host = "opencode", shipped: readonly JsonObject[] = [], more: Record<string, string> = {}): EnginePort {
    const { root, home } = this;
    const env = { PATH: process.env.PATH, ...more };
    return createEngine({ root, home, host, content: { capabilities: shipped, workflows: {} }, env });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
