/**
 * A word of a command as far as it is known before it runs: literal text with private characters where the shell, or
 * the world, decides what stands there.
 */

/** Any text within one segment of a path. */
export const STAR = "\ue000";
/** One character within a segment. */
export const ONE = "\ue001";
/** Text that nobody can know beforehand. */
export const ANY = "\ue002";
/** Any text across segments, all of which is meant, as where a program goes through a whole tree by itself. */
export const DEEP = "\ue004";
/** Where an unquoted value falls into several words. */
export const SPLIT = "\ue003";

const WILD = /[\ue000-\ue002\ue004]/;

export function isLiteral(text: string): boolean {
  return !WILD.test(text);
}

export function hasUnknown(text: string): boolean {
  return text.includes(ANY) || text.includes(DEEP);
}

/** What is known before the first open place. */
export function literalStart(text: string): string {
  const at = text.search(WILD);
  return at === -1 ? text : text.slice(0, at);
}

/** For a reader: open places look as in a shell. */
export function shown(text: string): string {
  return text
    .replaceAll(STAR, "*")
    .replaceAll(ONE, "?")
    .replaceAll(/[\ue002\ue004]/g, "…")
    .replaceAll(SPLIT, " ");
}

export interface Pattern {
  test(text: string): boolean;
}

const MOST_OPEN = 4;

/** Whether a text could be what stands there. Letter case does not count. */
export function patternOf(text: string): Pattern {
  const plain = text.replaceAll(/[\ue000\ue002\ue004]{2,}/g, (run) => (/^\ue000+$/.test(run) ? STAR : ANY));
  if ((plain.match(/[\ue000-\ue002\ue004]/g) ?? []).length > MOST_OPEN) return new StepwisePattern(plain);
  let source = "";
  for (const character of plain) {
    if (character === STAR) source += "[^/]*";
    else if (character === ONE) source += "[^/]";
    else if (character === ANY || character === DEEP) source += ".*";
    else source += character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
  }
  return new RegExp(`^(?:${source})$`, "is");
}

/** Goes through a text once, with all places of the pattern where it may be: many open places cost no more for it. */
class StepwisePattern implements Pattern {
  readonly #pattern: readonly string[];

  constructor(pattern: string) {
    this.#pattern = [...pattern.toLowerCase()];
  }

  test(text: string): boolean {
    const last = this.#pattern.length;
    let places = this.#reached(new Set([0]));
    for (const character of text.toLowerCase()) {
      const next = new Set<number>();
      for (const place of places) {
        const wanted = this.#pattern[place];
        if (wanted === ANY || wanted === DEEP || (wanted === STAR && character !== "/")) next.add(place);
        else if (wanted === character || (wanted === ONE && character !== "/")) next.add(place + 1);
      }
      places = this.#reached(next);
      if (places.size === 0) return false;
    }
    return places.has(last);
  }

  /** Places that are reached without another character. */
  #reached(places: Set<number>): Set<number> {
    for (const place of places) {
      const wanted = this.#pattern[place];
      if (wanted === ANY || wanted === DEEP || wanted === STAR) places.add(place + 1);
    }
    return places;
  }
}

/** Reads the globs of a search tool. */
export function fromGlob(glob: string): readonly string[] {
  // Longer ones than anybody writes are taken apart.
  const globs = glob.length > LONGEST_GLOB ? glob.split(/[{},]+/) : braces(glob);
  return globs.map((text) =>
    text
      .replaceAll(/\*\*\/?/g, ANY)
      .replaceAll("*", STAR)
      .replaceAll(/\?|\[[^\]]+\]/g, ONE),
  );
}

const LONGEST_GLOB = 1024;
const MOST_ALTERNATIVES = 32;
const MOST_GROUPS = 64;

/** Spreads the innermost braces first; of more alternatives than are kept, the rest is left as one that may be any. */
function braces(text: string): readonly string[] {
  let made: readonly string[] = [text];
  for (let round = 0; round < MOST_GROUPS; round++) {
    const next = made.flatMap(spread);
    if (next.length === made.length) return next;
    made = next.length > MOST_ALTERNATIVES ? next.slice(0, MOST_ALTERNATIVES).map(opened) : next;
  }
  return made.map(opened);
}

function spread(text: string): readonly string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(text);
  if (!group?.[1]) return [text];
  const [before, after] = [text.slice(0, group.index), text.slice(group.index + group[0].length)];
  return group[1].split(",").map((part) => before + part + after);
}

function opened(text: string): string {
  return text.replaceAll(/\{[^{}]*\}/g, "*");
}
