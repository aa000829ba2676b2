const PLAIN = /^[!-[\]-~]*$/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/**
 * A path as the most forgiving of disks would take it: look-alike letters as the plain ones, nothing invisible, `\\` as
 * `/`, and no blanks or dots at the ends of its names. For comparing with patterns only.
 */
export function foldedPath(path: string): string {
  if (PLAIN.test(path) && !/[^./]\.(?:\/|$)/.test(path)) return path;
  return path
    .normalize("NFKC")
    .replaceAll(INVISIBLE, "")
    .replaceAll("\\", "/")
    .split("/")
    .map((name) => (/^\.{1,2}$/.test(name) ? name : name.trim().replace(/(?<=[^.])[. ]+$/, "")))
    .join("/");
}
