/** A phase id taken apart: `02.1` is `{segments: [2], letter: "", decimals: [1]}`, `01-02` has two segments. */
export interface PhaseId {
  readonly segments: readonly number[];
  readonly letter: string;
  readonly decimals: readonly number[];
}

/** `PROJ.01-02.1`, written `[PROJ.01] 02.1` in roadmaps of the bracket convention. */
const BRACKET = /^\[?([A-Z][A-Z0-9_]*)\.(\d{2,})(?:\]\s*|-)(\d+)((?:\.\d+)*)$/;
const BRACKET_DIRECTORY = /^([A-Z][A-Z0-9_]*\.\d{2,}-\d+(?:\.\d+)*)(?:-|$)/;
const TOKEN = /^(?:[A-Z][A-Z0-9_]*-(?=\d))?(\d+)(?:([A-Za-z]?)((?:\.\d+)*)|((?:-\d{1,2})+))$/;
/** Most ids are; long roadmaps are read noticeably faster for it. */
const PLAIN = /^\d{1,6}$/;
const DIRECTORY = /^(?:[A-Z][A-Z0-9_]*-(?=\d))?(\d+[A-Z]?(?:\.\d+)*(?:-\d{2}(?=-|$))*)(?:-|$)/;

/** Source of the regular expression that finds a phase id inside a longer line. */
export const PHASE_ID_SOURCE = "(?:[A-Z][A-Z0-9_]*-(?=\\d))?\\d+(?:(?:-\\d{1,2})+|[A-Za-z]?(?:\\.\\d+)*)(?![\\w-])";

/** Reads `2`, `02`, `12A`, `2.1`, `1-02`, any of these after a project code, and `PROJ.01-02`. Null for anything else. */
export function parsePhaseId(text: string): PhaseId | null {
  if (PLAIN.test(text)) return { segments: [Number(text)], letter: "", decimals: [] };
  const match = TOKEN.exec(text.trim());
  if (match === null) return parseBracket(text.trim());
  const first = Number(match[1]);
  if (match[4] !== undefined) {
    const rest = match[4].slice(1).split("-").map(Number);
    return { segments: [first, ...rest], letter: "", decimals: [] };
  }
  const decimals = match[3] ? match[3].slice(1).split(".").map(Number) : [];
  return { segments: [first], letter: (match[2] ?? "").toUpperCase(), decimals };
}

/** The form in which phases are named everywhere: `2.1` → `02.1`, `1-2` → `01-02`. Unknown shapes stay as they are. */
export function normalPhaseId(text: string): string {
  if (PLAIN.test(text)) return String(Number(text)).padStart(2, "0");
  const id = parsePhaseId(text);
  if (id === null) return text.trim();
  const segments = id.segments.map((segment) => String(segment).padStart(2, "0")).join("-");
  const code = BRACKET.exec(text.trim())?.[1];
  return (
    (code === undefined ? "" : `${code}.`) + segments + id.letter + id.decimals.map((decimal) => `.${decimal}`).join("")
  );
}

/** Order of phases: number, then letter (none first), then decimals (none first). Unknown shapes come last, by text. */
export function comparePhaseIds(a: string, b: string): number {
  return compareParsed(a, parsePhaseId(a), b, parsePhaseId(b));
}

/** The items in the order of their phase ids; each id is taken apart once. */
export function sortByPhaseId<T extends { readonly id: string }>(items: Iterable<T>): T[] {
  return [...items]
    .map((item) => ({ item, parsed: parsePhaseId(item.id) }))
    .sort((a, b) => compareParsed(a.item.id, a.parsed, b.item.id, b.parsed))
    .map(({ item }) => item);
}

function compareParsed(a: string, left: PhaseId | null, b: string, right: PhaseId | null): number {
  if (left === null || right === null) {
    if (left !== null) return -1;
    if (right !== null) return 1;
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return (
    compareNumbers(left.segments, right.segments) ||
    (left.letter < right.letter ? -1 : left.letter > right.letter ? 1 : 0) ||
    compareNumbers(left.decimals, right.decimals)
  );
}

/** The id in a phase directory's name (`02-beta` → `02`, `01-02-beta` → `01-02`), or null. */
export function phaseIdOfDirectory(name: string): string | null {
  const match = DIRECTORY.exec(name) ?? BRACKET_DIRECTORY.exec(name);
  return match?.[1] === undefined ? null : normalPhaseId(match[1]);
}

/** True when a file or folder that carries `written` belongs to the phase; inside its milestone a short number will do. */
export function isPhaseId(written: string, phase: string): boolean {
  const id = normalPhaseId(written);
  return id === phase || (BRACKET.test(phase) && phase.endsWith(`-${id}`));
}

function parseBracket(text: string): PhaseId | null {
  const match = BRACKET.exec(text);
  if (match === null) return null;
  const decimals = match[4] ? match[4].slice(1).split(".").map(Number) : [];
  return { segments: [Number(match[2]), Number(match[3])], letter: "", decimals };
}

/** 0 and 999 hold what is not planned; they are not counted as phases. */
export function isSentinelPhase(id: string): boolean {
  const number = parsePhaseId(id)?.segments[0];
  return number === 0 || number === 999;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
