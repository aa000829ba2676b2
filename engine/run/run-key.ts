import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NAME = "run-key";

/** The key that the nonces of runs begun on this machine are made with, or null when none was ever begun. */
export function readRunKey(home: string): string | null {
  try {
    return readFileSync(join(home, ".gsd", NAME), "utf8").trim() || null;
  } catch {
    // No key, or none that this process may read: then it holds no run of others.
    return null;
  }
}

/**
 * The same, made when there is none. Where the home cannot be written to, the key lasts as long as the caller keeps
 * it: a run begins all the same.
 */
export function makeRunKey(home: string, randomId: () => string): string {
  const known = readRunKey(home);
  if (known !== null) return known;
  const key = `${randomId()}${randomId()}`;
  try {
    mkdirSync(join(home, ".gsd"), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, ".gsd", NAME), `${key}\n`, { flag: "wx", mode: 0o600 });
    return key;
  } catch {
    // Another process was faster, or the home is read-only.
    return readRunKey(home) ?? key;
  }
}
