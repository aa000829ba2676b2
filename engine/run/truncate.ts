const FIELD_BYTES = 4096;
const SUFFIX = "... [TRUNCATED]";

/** Cuts a text at 4096 bytes, on a character boundary, and says that it was cut. */
export function truncate(text: string): string {
  if (text.length <= FIELD_BYTES / 3) return text;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= FIELD_BYTES) return text;
  let end = FIELD_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return new TextDecoder().decode(bytes.subarray(0, end)) + SUFFIX;
}
