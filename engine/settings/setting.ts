import type { Json } from "../json.ts";
import type { Shape } from "./shape.ts";

/** Whose file a setting may stand in: the project's, Guild's of the project, the person's own. */
export type LayerKind = "project" | "guild" | "person";

/** What a default may depend on. */
export interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isGuildProject: boolean;
}

/** One setting of ours. Everything that is said, checked or read of it comes from here. */
export interface Setting<V extends Json = Json> {
  readonly takes: Shape;
  /** One sentence for a person. */
  readonly says: string;
  /** What holds where nobody set it. */
  readonly fallback: V | ((place: Place) => V);
  /** What the default depends on, or what null stands for. */
  readonly fallbackSays?: string;
  readonly layers: readonly LayerKind[];
  /** Its key in Guild's files, where that is not `defaults.<name>`. */
  readonly guildKey?: string;
  /** Lists and maps of several layers add up; else the strongest layer that fits counts. */
  readonly addsUp?: true;
  /** What a layer may do with it, beyond setting it. */
  readonly direction?: string;
  /** Why a layer may not say so, per entry of a list or map. */
  readonly objection?: (layer: LayerKind, entry: string, value: Json) => string | null;
  /** An environment variable that stands above all files. */
  readonly variable?: { readonly name: string; readonly value: (text: string) => V | undefined };
}

export function setting<V extends Json>(definition: Setting<V>): Setting<V> {
  return definition;
}

export const PROJECT: readonly LayerKind[] = ["project"];
export const SHARED: readonly LayerKind[] = ["project", "guild"];
export const PERSON: readonly LayerKind[] = ["person"];
