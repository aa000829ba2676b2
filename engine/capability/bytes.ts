/** Order of names by their UTF-8 bytes: the same on every runtime, file system and locale. */
export function compareBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
