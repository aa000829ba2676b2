import { Names } from "./names.ts";

/** Earlier numbers are counts, not times. */
const FIRST_TIME = 1_600_000_000_000;
const OPENCODE_ID = /\b(ses|msg|prt|per)_[0-9a-f]{12}[0-9A-Za-z]+/g;
const CALL_ID = /\bcall_\d+_\d+\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const PI_ENTRY = /^[0-9a-f]{8}$/;
const PROJECT_ID = /\b[0-9a-f]{40}\b/g;
const CLOCK_TIME = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const RUN_TIME = /\brun-\d{8}-\d{6}\b/g;
const LOCAL_URL = /http:\/\/127\.0\.0\.1:\d+/g;
/** Fields of how long something took, and of names that a host makes up. */
const BY_CHANCE: Readonly<Record<string, unknown>> = {
  durationMs: 0,
  wall_time_seconds: 0,
  slug: "$SLUG",
  username: "$USER",
};

/** Puts stable names in the place of folders, ids and times, and of texts that the binding sent. */
export class Placeholders {
  readonly #names = new Names();
  readonly #times = new Map<number, number>();
  readonly #sent: string[] = [];
  readonly #folders: readonly (readonly [path: string, name: string])[];

  /** Folders inside of others come first. */
  constructor(folders: readonly (readonly [path: string, name: string])[]) {
    this.#folders = folders;
  }

  sent(text: string): void {
    if (!this.#sent.includes(text)) this.#sent.push(text);
  }

  /** `at` is the relative time of the line in which the value stands. */
  fill(value: unknown, at: number): unknown {
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "number") return value < FIRST_TIME ? value : this.#time(value, at);
    if (Array.isArray(value)) return value.map((item) => this.fill(item, at));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key in BY_CHANCE && inner !== undefined ? BY_CHANCE[key] : this.fill(inner, at),
      ]),
    );
  }

  #text(text: string): string {
    const index = this.#sent.indexOf(text);
    if (index !== -1) return `$SENT_${index + 1}`;
    if (PI_ENTRY.test(text)) return this.#names.of("entry", text);
    return this.#folders
      .reduce((named, [path, name]) => named.replaceAll(path, name), text)
      .replace(OPENCODE_ID, (id, kind: string) => this.#names.of(kind, id))
      .replace(CALL_ID, (id) => this.#names.of("call", id))
      .replace(UUID, (id) => this.#names.of("ses", id))
      .replace(PROJECT_ID, "$PROJECT_ID")
      .replace(CLOCK_TIME, "$TIME")
      .replace(RUN_TIME, "run-$TIME")
      .replace(LOCAL_URL, "$MODEL");
  }

  #time(time: number, at: number): number {
    const known = this.#times.get(time);
    if (known !== undefined) return known;
    this.#times.set(time, at);
    return at;
  }
}
