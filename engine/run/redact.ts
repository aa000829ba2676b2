import { truncate } from "./truncate.ts";

const TOKENS: readonly RegExp[] = [
  /\bauthorization:\s*bearer\s+\S+/gi,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{16,}/g,
  /\bsk-(?:ant-)?[A-Za-z0-9_-]{20,}/g,
  /\bgh[psour]_[A-Za-z0-9]{36}/g,
  /\bgithub_pat_[A-Za-z0-9_]{82}/g,
  /\bxox[bp]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[A-Z0-9]{16}/g,
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+/g,
];
const CREDENTIAL_FOLDERS = /((?:~|\/(?:home|Users)\/[^/\s]+|\/root)\/\.(?:claude|codex|ssh|aws|gnupg))\/[^\s"']+/g;
const ASSIGNMENT = /\b((?:password|token|api[_-]?key|secret|authorization|bearer)\s*[:=]\s*)(?!\[REDACTED)\S+/gi;
const LONG_RUN = /[A-Za-z0-9+/=]{20,}/g;
const RUN_ID_BEFORE = /\brun-[A-Za-z0-9+/=-]*$/;
const OBJECT_WORD_BEFORE = /\b(?:commit|sha|tree|parent|head|merge|object|branch)\s$/;
const DIGEST = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const WORDY_PATH = /^[A-Za-z]+(?:\/[A-Za-z]+)+$/;
/** How far back a run of characters is looked at to tell what it is. */
const LOOK_BACK = 130;
/** More than this is never kept, so more is never searched. */
const SEARCHED = 64 * 1024;
const LONGEST_TOKEN = 512;

/** Makes a text fit for a line of the run record: credentials replaced, at most 4096 bytes. */
export function redact(text: string): string {
  return truncate(redactCredentials(excerpt(text, SEARCHED)));
}

/** The beginning of a text, at most `limit` characters, cut where no token goes on: half a token is not known for one. */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = Math.max(0, limit - LONGEST_TOKEN);
  const end = text.slice(start, limit + 1).search(/[^\w+/=.-][\w+/=.-]*$/);
  return text.slice(0, end === -1 ? limit : start + end);
}

/** Replaces credentials and what looks like one; the length stays. */
export function redactCredentials(text: string): string {
  let clean = text;
  for (const pattern of TOKENS) clean = clean.replace(pattern, "[REDACTED_TOKEN]");
  return clean
    .replace(CREDENTIAL_FOLDERS, "$1/[REDACTED]")
    .replace(ASSIGNMENT, "$1[REDACTED]")
    .replace(LONG_RUN, (run, offset: number, whole: string) =>
      isHarmless(run, whole.slice(Math.max(0, offset - LOOK_BACK), offset)) ? run : "<HIGH_ENTROPY_REDACTED>",
    );
}

function isHarmless(run: string, before: string): boolean {
  if (DIGEST.test(run) || WORDY_PATH.test(run)) return true;
  return RUN_ID_BEFORE.test(before) || OBJECT_WORD_BEFORE.test(before);
}
