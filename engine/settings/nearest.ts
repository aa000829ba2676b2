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
  let least = word.length < 8 ? 2 : 3;
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= least) continue;
    const away = distance(word, name);
    if (away > 0 && away < least) [best, least] = [name, away];
  }
  return best;
}

/** Letters to change, add, drop or swap with their neighbour. */
function distance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
        isSwap ? (beforeLast[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, line];
  }
  return last[to.length] ?? 0;
}
