const SAFE = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,120}$/;
const CANONICAL = /^run-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const SLUG_LENGTH = 80;
/** Leaves room for a random id behind it in an id of at most 120 characters. */
const SHORT_SLUG_LENGTH = 60;

/** Whether a text may name a run, a lane or a file of a run. */
export function isSafeId(text: unknown): text is string {
  return typeof text === "string" && SAFE.test(text);
}

/** Whether an id has the form that new runs get: a real UTC second and a slug. */
export function isCanonicalRunId(id: string): boolean {
  const match = CANONICAL.exec(id);
  if (!match || !isSafeId(id)) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7);
  const stamp = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(stamp);
  return !Number.isNaN(time) && new Date(time).toISOString() === stamp;
}

/** The id of a run that begins at `at`. `distinct` sets it apart from a run that has the same name already. */
export function runIdAt(at: number, slug: string, distinct?: string): string {
  const stamp = new Date(at).toISOString();
  const name = distinct === undefined ? slug : `${trimmed(slug.slice(0, SHORT_SLUG_LENGTH))}-${distinct}`;
  return `run-${stamp.slice(0, 10).replaceAll("-", "")}-${stamp.slice(11, 19).replaceAll(":", "")}-${name}`;
}

/** The first of the texts that yields a slug, or null. */
export function slugOf(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const slug = trimmed(
      trimmed(
        (text ?? "")
          .normalize("NFKD")
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, "-"),
      ).slice(0, SLUG_LENGTH),
    );
    if (slug !== "") return slug;
  }
  return null;
}

function trimmed(slug: string): string {
  return slug.replace(/^-+|-+$/g, "");
}
