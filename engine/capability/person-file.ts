import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../error.ts";
import { replaceFile } from "../file/atomic-write.ts";
import { withLock } from "../file/lock.ts";
import type { JsonObject } from "../json.ts";
import { jsonFileWords, readJsonFile } from "./json-file.ts";

/**
 * Changes one of the files in which a person's decisions are kept, below `<home>/.gsd`. The lock is held from the
 * reading to the writing.
 */
export async function updatePersonFile(
  home: string,
  name: string,
  now: () => number,
  change: (before: JsonObject) => JsonObject,
): Promise<void> {
  const folder = join(home, ".gsd");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await withLock(
    join(folder, `${name}.lock`),
    () => {
      const path = join(folder, name);
      const file = readJsonFile(path);
      if (!file.ok && file.code !== "absent") {
        throw new EngineError("FILE_UNWRITABLE", `${path} is left as it is: ${jsonFileWords(file.code)}.`, {
          remedy: "Correct the file, or move it away to begin a new one.",
          data: { file: path, code: file.code },
        });
      }
      replaceFile(folder, name, `${JSON.stringify(change(file.ok ? file.value : {}), null, 2)}\n`);
    },
    { now },
  );
}
