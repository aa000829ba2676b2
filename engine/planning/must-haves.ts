import { isJsonObject, type Json, type JsonObject } from "../json.ts";

export interface NeededArtifact {
  readonly path: string;
  readonly minLines: number | null;
  readonly exports: readonly string[];
  readonly contains: readonly string[];
}

export interface KeyLink {
  readonly from: string;
  readonly to: string;
  readonly via: string;
  readonly pattern: string | null;
}

export interface MustHaves {
  readonly truths: readonly string[];
  readonly artifacts: readonly NeededArtifact[];
  readonly keyLinks: readonly KeyLink[];
}

/** What a plan's front matter says must be there in the end. */
export function readMustHaves(fields: JsonObject): MustHaves {
  const block = isJsonObject(fields.must_haves) ? fields.must_haves : {};
  return {
    truths: textsOf(block.truths),
    artifacts: objectsOf(block.artifacts).flatMap((item) => {
      const path = typeof item === "string" ? item : textOf(item.path);
      if (path === null || path === "") return [];
      const lines = typeof item === "string" ? null : textOf(item.min_lines);
      return [
        {
          path,
          minLines: lines !== null && /^\d{1,6}$/.test(lines) ? Number(lines) : null,
          exports: typeof item === "string" ? [] : textsOf(item.exports),
          contains: typeof item === "string" ? [] : textsOf(item.contains),
        },
      ];
    }),
    keyLinks: objectsOf(block.key_links).flatMap((item) => {
      if (typeof item === "string") return [];
      const from = textOf(item.from);
      const to = textOf(item.to);
      if (from === null || to === null) return [];
      return [{ from, to, via: textOf(item.via) ?? "", pattern: textOf(item.pattern) }];
    }),
  };
}

function objectsOf(value: Json | undefined): (string | JsonObject)[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item: Json) => typeof item === "string" || isJsonObject(item));
}

function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((item: Json) => typeof item === "string" && item !== "") : [];
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
