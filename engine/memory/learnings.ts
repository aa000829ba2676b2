import { sha256 } from "../file/digest.ts";
import type { Json, JsonObject } from "../json.ts";
import { redact } from "../run/redact.ts";
import { HomeFiles } from "./home-files.ts";

/** Something that was learnt in one project and may help in others. */
export interface Learning {
  readonly id: string;
  readonly source_project: string;
  /** `2026-02-03` */
  readonly date: string;
  readonly context: string;
  readonly learning: string;
  readonly tags: readonly string[];
  /** SHA-256 of the text, a newline and the project, in hex: the same thing learnt twice is one entry. */
  readonly content_hash: string;
}

export type NewLearning = Pick<Learning, "source_project" | "context" | "learning" | "tags">;

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a person has learnt in all projects, in `<home>/.gsd/knowledge`, one file for each entry. */
export class Learnings {
  readonly #files: HomeFiles;
  readonly #now: () => number;

  constructor(home: string, now: () => number) {
    this.#files = new HomeFiles(home, "knowledge");
    this.#now = now;
  }

  /** Newest first. */
  list(): readonly Learning[] {
    return this.#files
      .ids()
      .flatMap((id) => learningOf(id, this.#files.read(id)) ?? [])
      .map((learning) => ({ learning, at: this.#files.writtenAt(learning.id) }))
      .sort((a, b) => b.learning.date.localeCompare(a.learning.date) || b.at - a.at)
      .map(({ learning }) => learning);
  }

  withTag(tag: string): readonly Learning[] {
    const wanted = tag.toLowerCase();
    return this.list().filter(({ tags }) => tags.some((own) => own.toLowerCase() === wanted));
  }

  /** Answers with the entry, and whether it is new. Credentials in it are replaced. */
  add(entry: NewLearning): { readonly learning: Learning; readonly created: boolean } {
    const drafted = this.#draft(entry);
    const known = this.list().find(({ content_hash }) => content_hash === drafted.content_hash);
    if (known !== undefined) return { learning: known, created: false };
    this.#files.write(drafted.id, drafted);
    return { learning: drafted, created: true };
  }

  /** Keeps those that are new, at most so many of them. Credentials are replaced. */
  addNew(entries: readonly NewLearning[], limit: number): void {
    const known = new Set(this.list().map(({ content_hash }) => content_hash));
    const drafted = new Map(entries.map((entry) => this.#draft(entry)).map((draft) => [draft.content_hash, draft]));
    const fresh = [...drafted.values()].filter(({ content_hash }) => !known.has(content_hash));
    for (const learning of fresh.slice(0, limit)) this.#files.write(learning.id, learning);
  }

  #draft(entry: NewLearning): Learning {
    const text = redact(entry.learning.trim());
    const hash = sha256(`${text}\n${entry.source_project}`);
    return {
      id: hash.slice(0, 16),
      source_project: entry.source_project,
      date: new Date(this.#now()).toISOString().slice(0, 10),
      context: redact(entry.context.trim()),
      learning: text,
      tags: [...new Set(entry.tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))],
      content_hash: hash,
    };
  }

  remove(id: string): boolean {
    return this.#files.remove(id);
  }

  /** Removes what is older than so many days. */
  prune(days: number): { readonly removed: number; readonly kept: number } {
    const limit = this.#now() - days * DAY_MS;
    const all = this.list();
    const old = all.filter(({ date }) => Date.parse(date) < limit);
    for (const { id } of old) this.#files.remove(id);
    return { removed: old.length, kept: all.length - old.length };
  }
}

function learningOf(id: string, value: JsonObject | null): Learning | null {
  if (value === null || typeof value.learning !== "string") return null;
  const text = (name: string) => (typeof value[name] === "string" ? (value[name] as string) : "");
  return {
    id,
    source_project: text("source_project"),
    date: text("date"),
    context: text("context"),
    learning: value.learning,
    tags: Array.isArray(value.tags) ? value.tags.filter((tag: Json) => typeof tag === "string") : [],
    content_hash: text("content_hash"),
  };
}
