import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hmacSha256, sha256 } from "../file/digest.ts";
import { isJsonObject } from "../json.ts";
import { makeRunKey, readRunKey } from "./run-key.ts";

export const BINDING_FILE = "binding.json";

/** Long enough to be secret, and of a length that the log takes for no digest and redacts. */
const NONCE_LENGTH = 48;

interface Binding {
  readonly salt: string;
  readonly digest: string;
}

export interface RunBindingsOptions {
  /** Where a person's decisions lie; never inside the project. */
  readonly home: string;
  readonly randomId: () => string;
}

/**
 * Who may write to a run. Each has a nonce, which is made from a key in the person's home and kept nowhere; the run's
 * folder has a salt and the nonce's digest only. So a copied or committed folder gives nobody a right to write, and a
 * folder from another machine is held by nobody here.
 */
export class RunBindings {
  readonly #options: RunBindingsOptions;
  #key: string | null = null;
  /** By the run's folder. A binding never changes. */
  readonly #held = new Map<string, string>();

  constructor(options: RunBindingsOptions) {
    this.#options = options;
  }

  /** The text of the binding of a new run, which this process then holds. */
  mint(folder: string, run: string): string {
    const { home, randomId } = this.#options;
    this.#key ??= makeRunKey(home, randomId);
    const salt = randomId();
    const nonce = nonceOf(this.#key, run, salt);
    this.#held.set(folder, nonce);
    const binding = { schema_version: "loopwright.run_binding.v1", run_id: run, salt, digest: sha256(nonce) };
    return `${JSON.stringify(binding, null, 2)}\n`;
  }

  /** The nonce of a run that was begun with this home's key; null for every other. */
  nonce(folder: string, run: string): string | null {
    const known = this.#held.get(folder);
    if (known !== undefined) return known;
    const binding = readBinding(folder, run);
    if (binding === null) return null;
    this.#key ??= readRunKey(this.#options.home);
    const nonce = this.#key === null ? null : nonceOf(this.#key, run, binding.salt);
    if (nonce === null || sha256(nonce) !== binding.digest) return null;
    this.#held.set(folder, nonce);
    return nonce;
  }
}

/** Whether a nonce that somebody presents is the one of this run. A run without a binding lets nobody in. */
export function isNonceOf(folder: string, run: string, presented: string): boolean {
  return presented !== "" && readBinding(folder, run)?.digest === sha256(presented);
}

function nonceOf(key: string, run: string, salt: string): string {
  return hmacSha256(key, `${run}\n${salt}`).slice(0, NONCE_LENGTH);
}

function readBinding(folder: string, run: string): Binding | null {
  try {
    const binding: unknown = JSON.parse(readFileSync(join(folder, BINDING_FILE), "utf8"));
    if (!isJsonObject(binding) || binding.run_id !== run) return null;
    const { salt, digest } = binding;
    return typeof salt === "string" && typeof digest === "string" ? { salt, digest } : null;
  } catch {
    // A run without a binding, or with a damaged one.
    return null;
  }
}
