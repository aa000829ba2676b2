import { distance } from "fastest-levenshtein";

const MOST = 3;

/** The names that somebody may have meant: few letters away, or a longer name of the same. Best first. */
export function nearest(wanted: string, names: readonly string[]): readonly string[] {
  const word = wanted.toLowerCase();
  const close = names
    .map((name) => ({ name, away: Math.min(...endingsOf(name.toLowerCase()).map((ending) => distance(word, ending))) }))
    .filter(({ away }) => away <= Math.max(2, Math.floor(word.length / 6)));
  const best = Math.min(...close.map(({ away }) => away));
  if (close.length === 0) return word.length > 2 ? names.filter((name) => name.includes(word)).slice(0, MOST) : [];
  return close
    .filter(({ away }) => away <= best + 1)
    .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** A dotted name, also without its first parts. */
function endingsOf(name: string): readonly string[] {
  const parts = name.split(".");
  return parts.map((_, start) => parts.slice(start).join("."));
}

/** The one name that a word is a slip of the hand for, or null. */
export function meant(word: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let least = word.length < 5 ? 2 : 3;
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= least) continue;
    const away = distance(word, name);
    if (away > 0 && away < least) [best, least] = [name, away];
  }
  return best;
}
