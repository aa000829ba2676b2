const FIELD_LIMIT = 4096;
const TRUNCATED = "... [TRUNCATED]";

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
const ENTROPY =
  /(?<!\brun-[A-Za-z0-9+/=-]*)(?<!\b(?:commit|sha|tree|parent|head|merge|object|branch)\s)[A-Za-z0-9+/=]{20,}/g;
const DIGEST = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const WORDY_PATH = /^[A-Za-z]+(?:\/[A-Za-z]+)+$/;

/** Makes a text fit for the run record: credentials replaced, at most 4096 bytes. */
export function redact(text: string): string {
  let clean = text;
  for (const pattern of TOKENS) clean = clean.replace(pattern, "[REDACTED_TOKEN]");
  clean = clean
    .replace(CREDENTIAL_FOLDERS, "$1/[REDACTED]")
    .replace(ASSIGNMENT, "$1[REDACTED]")
    .replace(ENTROPY, (run) => (DIGEST.test(run) || WORDY_PATH.test(run) ? run : "<HIGH_ENTROPY_REDACTED>"));
  return truncate(clean);
}

function truncate(text: string): string {
  if (text.length <= FIELD_LIMIT / 3) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= FIELD_LIMIT) return text;
  let end = FIELD_LIMIT;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end)) + TRUNCATED;
}
