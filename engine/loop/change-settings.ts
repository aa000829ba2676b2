import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readBounded } from "../capability/read-bounded.ts";
import { readWords } from "../capability/read-words.ts";
import { replaceFile } from "../file/atomic-write.ts";
import { confine } from "../file/confine.ts";
import { confineWords } from "../file/confine-words.ts";
import { withLock } from "../file/lock.ts";
import type { Json } from "../json.ts";
import { readConfig } from "../planning/config.ts";
import { editConfig } from "../planning/edit-config.ts";
import type { ProjectContext } from "./context.ts";
import { workstreamOf } from "./planning-folder.ts";

/** Writes settings of the project; answers why it cannot, or null. All or none are written. */
export async function changeSettings(
  { root, env, now }: Pick<ProjectContext, "root" | "env" | "now">,
  changes: readonly (readonly [key: string, value: Json | undefined])[],
): Promise<string | null> {
  const folder = [".planning", ...(workstreamOf(env) ?? [])].join("/");
  const path = `${folder}/config.json`;
  const place = confine(root, folder, "state");
  if (!place.ok) return `${folder} may not be written: ${confineWords(place.code)}`;
  mkdirSync(place.abs, { recursive: true });
  return withLock(
    join(root, folder, ".lock"),
    () => {
      const read = readBounded(join(root, path));
      if (!read.ok && read.code !== "absent") return `${path} cannot be read: ${readWords(read.code)}`;
      const text = read.ok ? read.bytes.toString("utf8") : "";
      const reading = readConfig(text.trim() === "" ? "{}" : text);
      if (!reading.ok) return `${path} is no JSON object: ${reading.message}`;
      const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
      replaceFile(root, path, mark + editConfig(text.slice(mark.length), changes));
      return null;
    },
    { now },
  );
}
