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
/** Where an unquoted value falls into several words. */
export const SPLIT = "\ue003";

const WILD = /[\ue000-\ue002]/;

export function isLiteral(text: string): boolean {
  return !WILD.test(text);
}

export function hasUnknown(text: string): boolean {
  return text.includes(ANY);
}

/** What is known before the first open place. */
export function literalStart(text: string): string {
  const at = text.search(WILD);
  return at === -1 ? text : text.slice(0, at);
}

/** For a reader: open places look as in a shell. */
export function shown(text: string): string {
  return text.replaceAll(STAR, "*").replaceAll(ONE, "?").replaceAll(ANY, "…").replaceAll(SPLIT, " ");
}

export function patternOf(text: string): RegExp {
  let source = "";
  for (const character of text) {
    if (character === STAR) source += "[^/]*";
    else if (character === ONE) source += "[^/]";
    else if (character === ANY) source += ".*";
    else source += character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
  }
  return new RegExp(`^(?:${source})$`, "is");
}

/** Reads the globs of a search tool. */
export function fromGlob(glob: string): readonly string[] {
  return braces(glob).map((text) =>
    text
      .replaceAll(/\*\*\/?/g, ANY)
      .replaceAll("*", STAR)
      .replaceAll(/\?|\[[^\]]+\]/g, ONE),
  );
}

const MOST = 32;

function braces(text: string): readonly string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(text);
  if (!group?.[1]) return [text];
  const [before, after] = [text.slice(0, group.index), text.slice(group.index + group[0].length)];
  const spread = group[1].split(",").flatMap((part) => braces(before + part + after));
  return spread.slice(0, MOST);
}
