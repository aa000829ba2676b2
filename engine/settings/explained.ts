import type { Json, JsonObject } from "../json.ts";

/** What one place says about a setting. */
export interface Word {
  /** A file, as a person knows it, or a variable. */
  readonly where: string;
  readonly key: string;
  /** Null where it says nothing. */
  readonly written: Json;
  /** What of it fits; null where nothing does. */
  readonly taken: Json;
  readonly problems: readonly string[];
}

/** Everything that is known about one setting here. */
export interface Explained {
  readonly key: string;
  /** `loopwright`, `capability <id>`, `gsd-core`, `environment` or `plugin option`. */
  readonly owner: string;
  readonly says: string;
  /** What it takes, in words. */
  readonly takes: string;
  /** The same as JSON Schema; null where it is free. */
  readonly schema: JsonObject | null;
  /** Who may set it, and where. */
  readonly setBy: string;
  readonly default: Json;
  readonly defaultSays: string | null;
  readonly value: Json;
  /** The files or the variable that the value comes from, `default`, or `not seen from here`. */
  readonly source: string;
  /** The strongest first. */
  readonly words: readonly Word[];
}

/** A key of a file, or a variable, that counts for nothing, or not as it is written. */
export interface SettingProblem {
  /** A warning is a mistake; a note is a key that nothing here reads. */
  readonly level: "warning" | "note";
  readonly where: string;
  readonly key: string;
  readonly message: string;
  /** The setting that it is about, what that takes and what it is instead; null where there is none. */
  readonly about: string | null;
  readonly takes: string | null;
  readonly holds: Json;
  /** Keys that may have been meant. */
  readonly near: readonly string[];
  /** All of it, for a person. */
  readonly sentence: string;
}
