import { PHASE_ID_SOURCE } from "./phase-id.ts";

/** A phase as a heading or a checklist line names it. */
export interface PhaseTitle {
  /** As it is written: `2`, `2.1`, `PROJ.01-02`. */
  readonly number: string;
  readonly name: string;
}

export interface CheckTitle extends PhaseTitle {
  readonly ticked: boolean;
}

export interface RoadmapOptions {
  /** Phases may be written `[PROJ.01] 02: Name`, by the setting `phase_id_convention: bracket`. */
  readonly bracket?: boolean;
}

const PHASE_WORD = /phase/i;
const BRACKET_TITLE =
  /^(?:Phase\s+)?\[([A-Z][A-Z0-9_]*\.\d{2,})\]\s*(?:Phase\s+)?(\d+(?:\.\d+)?)\s*(?:\([^)]*\))?\s*:\s*(.*)$/;
/** Source of the regular expression for how the line of a phase begins in a checklist. */
export const CHECK_START = "[-*+]\\s+\\[[ xX]\\]\\s+(?:\\*\\*)?(?:Phase|\\[)";
const CHECK = /^\s*[-*+]\s+\[([ xX])\]\s+((?:\*\*)?(?:Phase|\[).*)$/i;
const CHECK_TITLE = new RegExp(
  `^(?:\\*\\*)?Phase\\s+(${PHASE_ID_SOURCE})\\s*(?:\\([^)]*\\))?\\s*(?:\\*\\*)?\\s*:\\s*(.*)$`,
  "i",
);
const BRACKET_CELL = /^\**\[([A-Z][A-Z0-9_]*\.\d{2,})\]\s*(\d+(?:\.\d+)?)/;
const ROW_ID = new RegExp(`^\\**\\s*(?:[Pp]hase\\s+)?(${PHASE_ID_SOURCE})`, "i");

let anyTitle: RegExp | undefined;

/** Built on first use: the classes of letters in it cost more than a whole roadmap of usual titles. */
function phaseTitle(): RegExp {
  anyTitle ??= new RegExp(`^[^\\p{L}\\p{N}]*Phase\\s+(${PHASE_ID_SOURCE})\\s*(?:\\([^)]*\\))?\\s*:\\s*(.*)$`, "iu");
  return anyTitle;
}

/*
 * The usual shapes, which a long roadmap has thousands of, are read without regular expressions; what they do not fit
 * goes the general way.
 */

/** The phase that a heading opens, or null. */
export function titleOfHeading(title: string, { bracket }: RoadmapOptions): PhaseTitle | null {
  const plain = plainTitle(title);
  if (plain !== null) return plain;
  const match = PHASE_WORD.test(title) ? phaseTitle().exec(title) : null;
  if (match !== null) return { number: match[1] ?? "", name: (match[2] ?? "").trim() };
  const written = bracket ? BRACKET_TITLE.exec(title) : null;
  return written === null ? null : { number: `${written[1]}-${written[2]}`, name: (written[3] ?? "").trim() };
}

/** The phase that a line of a checklist names, or null. */
export function titleOfCheck(line: string, { bracket }: RoadmapOptions): CheckTitle | null {
  const plain = plainCheck(line);
  if (plain !== null) return plain;
  const check = CHECK.exec(line);
  if (check === null) return null;
  const rest = check[2] ?? "";
  const ticked = check[1] !== " ";
  const match = CHECK_TITLE.exec(rest);
  if (match !== null) return { number: match[1] ?? "", name: checklistName(match[2] ?? ""), ticked };
  const written = bracket ? BRACKET_TITLE.exec(rest.replace(/^\*\*/, "")) : null;
  if (written === null) return null;
  return { number: `${written[1]}-${written[2]}`, name: checklistName(written[3] ?? ""), ticked };
}

/** The phase number in the first cell of a table row, or null. */
export function numberOfRow(firstCell: string, { bracket }: RoadmapOptions): string | null {
  const written = bracket ? BRACKET_CELL.exec(firstCell) : null;
  return written === null ? (ROW_ID.exec(firstCell)?.[1] ?? null) : `${written[1]}-${written[2]}`;
}

/** `Phase 12: Name` */
function plainTitle(title: string): PhaseTitle | null {
  const number = title.startsWith("Phase ") ? digitsAt(title, 6) : "";
  const colon = 6 + number.length;
  if (number === "" || !title.startsWith(": ", colon)) return null;
  return { number, name: title.slice(colon + 2).trim() };
}

/** `- [ ] **Phase 12: Name**` */
function plainCheck(text: string): CheckTitle | null {
  if (!text.startsWith("- [") || !text.startsWith("] **Phase ", 4)) return null;
  const number = digitsAt(text, 14);
  const colon = 14 + number.length;
  const close = text.indexOf("**", colon);
  if (number === "" || close === -1 || !text.startsWith(": ", colon) || !" xX".includes(text.charAt(3))) return null;
  return { number, name: text.slice(colon + 2, close).trim(), ticked: text.charAt(3) !== " " };
}

/** At most six; empty when there is none. */
function digitsAt(text: string, from: number): string {
  let to = from;
  while (to < from + 6 && text.charCodeAt(to) >= 48 && text.charCodeAt(to) <= 57) to++;
  return text.slice(from, to);
}

function checklistName(rest: string): string {
  const end = rest.indexOf("**");
  if (end !== -1) return rest.slice(0, end).trim();
  return (rest.split(/\s+[-–—]\s+/)[0] ?? rest).trim();
}
