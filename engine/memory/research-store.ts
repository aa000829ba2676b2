import { join } from "node:path";
import { readJsonFile } from "../capability/json-file.ts";
import { replaceFile } from "../file/atomic-write.ts";
import type { JsonObject } from "../json.ts";
import { HomeFiles } from "./home-files.ts";

export const CONFIDENCES = ["HIGH", "MEDIUM", "LOW"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** An answer from documentation or the web, kept so that it need not be asked for again. */
export interface ResearchEntry {
  readonly content: string;
  readonly source: string;
  readonly provider: string;
  readonly confidence: Confidence;
  readonly fetched_at: string;
  /** Milliseconds for which the entry counts as fresh. */
  readonly ttl: number;
  readonly kind: string;
  /** Of the thing that was asked about. */
  readonly version?: string;
}

export type NewResearch = Omit<ResearchEntry, "fetched_at" | "ttl">;

export interface ResearchAnswer {
  readonly hit: boolean;
  /** Its time is over, or it is about another version. */
  readonly stale: boolean;
  readonly entry: ResearchEntry | null;
}

export interface ResearchStoreOptions {
  readonly root: string;
  /** The planning folder of the project, relative to its root. */
  readonly folder: string;
  readonly home: string;
  readonly now: () => number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const KEY = /^[0-9a-f]{64}$/;

export function isResearchKey(key: string): boolean {
  return KEY.test(key);
}

/**
 * Two tiers: what a person curated lies in `<home>/.gsd/research-cache` and serves all projects; everything else lies
 * in the project.
 */
export class ResearchStore {
  readonly #options: ResearchStoreOptions;
  readonly #curated: HomeFiles;

  constructor(options: ResearchStoreOptions) {
    this.#options = options;
    this.#curated = new HomeFiles(options.home, "research-cache");
  }

  /** The freshest entry of a key. With a version, one about another version is stale. */
  get(key: string, version?: string): ResearchAnswer {
    const { root } = this.#options;
    const own = readJsonFile(join(root, this.#path(key)));
    const found = [this.#curated.read(key), own.ok ? own.value : null].flatMap((value) => entryOf(value) ?? []);
    const answers = found.map((entry) => ({ hit: true, stale: this.#isStale(entry, version), entry }));
    return answers.find(({ stale }) => !stale) ?? answers[0] ?? { hit: false, stale: false, entry: null };
  }

  put(key: string, research: NewResearch, tier: "user" | "project"): ResearchEntry {
    const entry: ResearchEntry = {
      ...research,
      fetched_at: new Date(this.#options.now()).toISOString(),
      ttl: ttlOf(research),
    };
    if (tier === "user") this.#curated.write(key, entry);
    else replaceFile(this.#options.root, this.#path(key), `${JSON.stringify(entry, null, 2)}\n`);
    return entry;
  }

  #path(key: string): string {
    return `${this.#options.folder}/research/.cache/${key}.json`;
  }

  #isStale(entry: ResearchEntry, version: string | undefined): boolean {
    if (version !== undefined && entry.version !== version) return true;
    return !(Date.parse(entry.fetched_at) + entry.ttl > this.#options.now());
  }
}

/** What is not tied to a version may change any day. */
function ttlOf({ source, confidence, version }: NewResearch): number {
  if (source !== "curated" || version === undefined) return DAY_MS;
  if (confidence === "HIGH") return 30 * DAY_MS;
  return confidence === "MEDIUM" ? 7 * DAY_MS : DAY_MS;
}

function entryOf(value: JsonObject | null): ResearchEntry | null {
  if (value === null || typeof value.content !== "string" || typeof value.fetched_at !== "string") return null;
  const text = (name: string) => (typeof value[name] === "string" ? (value[name] as string) : "");
  return {
    content: value.content,
    source: text("source"),
    provider: text("provider"),
    confidence: CONFIDENCES.find((word) => word === value.confidence) ?? "LOW",
    fetched_at: value.fetched_at,
    ttl: typeof value.ttl === "number" ? value.ttl : DAY_MS,
    kind: text("kind"),
    ...(typeof value.version === "string" && { version: value.version }),
  };
}
