import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { confine } from "../file/confine.ts";
import { loadText } from "./load-file.ts";

export type ProjectFile =
  | { readonly ok: true; readonly path: string; readonly text: string }
  | { readonly ok: false; readonly path: string; readonly reason: "absent" | "outside" | "unreadable" };

/** Reads a file of the project that somebody named. Nothing outside the project is read, and no link is followed. */
export function readProjectFile(root: string, path: string): ProjectFile {
  const place = confine(root, path, "state");
  if (!place.ok) return { ok: false, path, reason: place.code === "not_a_directory" ? "absent" : "outside" };
  const real = realpathSync(root);
  const rel = relative(real, place.abs).split(sep).join("/");
  const loaded = loadText({ path: real, real }, rel);
  if (loaded.kind === "value") return { ok: true, path: rel, text: loaded.value };
  return { ok: false, path: rel, reason: loaded.kind === "absent" ? "absent" : "unreadable" };
}
