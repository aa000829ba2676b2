import { join } from "node:path";
import { lookupConfig } from "../planning/config.ts";
import { readJsonFile } from "./json-file.ts";

/** A setting that only the person's own home may hold, `<home>/.gsd/loopwright.json`: never a repository. */
export function personSetting(home: string, key: string): unknown {
  const file = readJsonFile(join(home, ".gsd", "loopwright.json"));
  return file.ok ? lookupConfig(file.value, key) : undefined;
}
