import type { BoundedRead } from "./read-bounded.ts";

const WORDS: Readonly<Record<Extract<BoundedRead, { ok: false }>["code"], string>> = {
  absent: "it is not there",
  link: "it is a link",
  not_regular: "it is no plain file",
  too_large: "it is too large",
  unreadable: "there is no permission for it",
};

/** Why a file was not read, for a person. */
export function readWords(code: Extract<BoundedRead, { ok: false }>["code"]): string {
  return WORDS[code];
}
