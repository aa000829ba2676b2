import type { JsonObject } from "../json.ts";
import { lookupConfig } from "./config.ts";

const MAX_LENGTH = 60;

/** `Delta Force!` → `delta-force`; empty when a name has no letter or digit that a folder can carry everywhere. */
export function slugOf(name: string): string {
  const ascii = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = ascii.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return words.slice(0, MAX_LENGTH).replace(/-+$/, "");
}

/** Name of the folder of a phase: `04-delta-force`, after the project's code where it has one. */
export function phaseFolderName(id: string, name: string, config: JsonObject): string {
  const code = lookupConfig(config, "project_code");
  const isCode = typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code) && !/^[A-Z]/.test(id);
  const slug = slugOf(name);
  return `${isCode ? `${code}-` : ""}${id}${slug === "" ? "" : `-${slug}`}`;
}

/** What the folder of a phase says of its name: `.planning/phases/04-delta-force` → `delta force`. */
export function nameOfDirectory(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/^(?:[A-Z][A-Z0-9_]*-)?[\dA-Z.]+(?:-\d{2}(?=-|$))*-?/, "").replaceAll("-", " ");
}
