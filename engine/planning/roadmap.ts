import { readFrontmatter } from "./frontmatter.ts";
import { type Line, parseHeading, walkProse } from "./markdown.ts";
import { normalPhaseId, PHASE_ID_SOURCE } from "./phase-id.ts";
import { type MilestoneMark, milestoneOfHeading, milestoneOfSummary } from "./roadmap-milestone.ts";

/** A phase as the roadmap describes it, under one milestone or in the part before them (`null`). */
export interface RoadmapPhase {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly milestone: MilestoneMark | null;
  readonly goal: string | null;
  readonly mode: string | null;
  readonly dependsOn: string | null;
  readonly requirements: readonly string[];
  readonly successCriteria: readonly string[];
  readonly inserted: boolean;
  /** The section as it is written, with plain line ends. */
  readonly section: string | null;
}

/** A phase with the place of its section in the text. */
export interface RoadmapSection extends RoadmapPhase {
  readonly level: number;
  /** Offset of the heading. */
  readonly start: number;
  /** Offset of the next heading of the same or a higher level, or of the end. */
  readonly end: number;
}

export interface ChecklistEntry {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly ticked: boolean;
  readonly milestone: MilestoneMark | null;
  /** Offset of the character between the brackets. */
  readonly mark: number;
}

export interface ProgressRow {
  readonly id: string;
  readonly line: Line;
}

export interface ProgressTable {
  readonly columns: readonly string[];
  readonly rows: readonly ProgressRow[];
}

/** Everything found in one pass. Which phases count is decided by `scopeRoadmap`. */
export interface RoadmapDocument {
  readonly details: readonly RoadmapSection[];
  readonly checklist: readonly ChecklistEntry[];
  readonly progress: readonly ProgressTable[];
  readonly milestones: readonly MilestoneMark[];
  /** The milestone in work by its mark, when the roadmap shows one. */
  readonly activeVersion: string | null;
  /** A fence, comment or folded part was still open at the end of the text. */
  readonly truncated: boolean;
}

const BRACKET_CELL = /^\**\[([A-Z][A-Z0-9_]*\.\d{2,})\]\s*(\d+(?:\.\d+)?)/;
const PHASE_WORD = /phase/i;
const BRACKET_TITLE =
  /^(?:Phase\s+)?\[([A-Z][A-Z0-9_]*\.\d{2,})\]\s*(?:Phase\s+)?(\d+(?:\.\d+)?)\s*(?:\(([^)]*)\))?\s*:\s*(.*)$/;
const CHECK = /^\s*[-*+]\s+\[([ xX])\]\s+(.*)$/;
const CHECK_TITLE = new RegExp(
  `^(?:\\*\\*)?Phase\\s+(${PHASE_ID_SOURCE})\\s*(?:\\(([^)]*)\\))?\\s*(?:\\*\\*)?\\s*:\\s*(.*)$`,
  "i",
);
const ROW_ID = new RegExp(`^\\**\\s*(?:[Pp]hase\\s+)?(${PHASE_ID_SOURCE})`, "i");
const FIELD_LEAD = /^\s*(?:[-*+]\s+)?$/;
const USUAL_NAMES: ReadonlyMap<string, string> = new Map(
  ["Goal", "Mode", "Depends on", "Requirements", "Success Criteria", "Plans"].map((name) => [name, name.toLowerCase()]),
);
const FIELD_NAME = /^[A-Za-z][A-Za-z ]*$/;
const CRITERION = /^\s*(?:\d+[.)]|[-*+])\s+(.*)$/;
const ACTIVE_VERSION = /[🚧🔄]\uFE0F?\s*\*\*\s*(v\d+(?:\.\d+)+)/u;

const TAB = 9;
const SPACE = 32;
const HASH = 35;
const LESS_THAN = 60;
const BAR = 124;

let anyTitle: RegExp | undefined;

/** Built on first use: the classes of letters in it cost more than a whole roadmap of usual titles. */
function phaseTitle(): RegExp {
  anyTitle ??= new RegExp(`^[^\\p{L}\\p{N}]*Phase\\s+(${PHASE_ID_SOURCE})\\s*(?:\\(([^)]*)\\))?\\s*:\\s*(.*)$`, "iu");
  return anyTitle;
}

interface PhaseTitle {
  readonly number: string;
  readonly tag: string;
  readonly name: string;
}

/*
 * The usual shapes, which a long roadmap has thousands of, are read without regular expressions; what they do not fit
 * goes the general way.
 */

/** `Phase 12: Name` */
function plainTitle(title: string): PhaseTitle | null {
  const number = title.startsWith("Phase ") ? digitsAt(title, 6) : "";
  const colon = 6 + number.length;
  if (number === "" || !title.startsWith(": ", colon)) return null;
  return { number, tag: "", name: title.slice(colon + 2) };
}

/** `- [ ] **Phase 12: Name**` */
function plainCheck(text: string): { number: string; name: string; ticked: boolean } | null {
  if (!text.startsWith("- [") || !text.startsWith("] **Phase ", 4)) return null;
  const number = digitsAt(text, 14);
  const colon = 14 + number.length;
  const close = text.indexOf("**", colon);
  if (number === "" || close === -1 || !text.startsWith(": ", colon) || !" xX".includes(text.charAt(3))) return null;
  return { number, name: text.slice(colon + 2, close).trim(), ticked: text.charAt(3) !== " " };
}

/** `| 12. Name | …` */
function plainRow(text: string): string | null {
  const number = text.startsWith("| ") ? digitsAt(text, 2) : "";
  return number !== "" && /[. |]/.test(text.charAt(2 + number.length)) && !/\d/.test(text.charAt(3 + number.length))
    ? number
    : null;
}

/** At most six; empty when there is none. */
function digitsAt(text: string, from: number): string {
  let to = from;
  while (to < from + 6 && text.charCodeAt(to) >= 48 && text.charCodeAt(to) <= 57) to++;
  return text.slice(from, to);
}

interface OpenPhase {
  id: string;
  number: string;
  name: string;
  milestone: MilestoneMark | null;
  goal: string | null;
  mode: string | null;
  dependsOn: string | null;
  requirements: string[];
  successCriteria: string[];
  inserted: boolean;
  section: string;
  level: number;
  start: number;
  end: number;
}

export interface RoadmapOptions {
  /** Phases may be written `[PROJ.01] 02: Name`, by the setting `phase_id_convention: bracket`. */
  readonly bracket?: boolean;
}

/** Reads the text of ROADMAP.md in one pass. Never throws. */
export function readRoadmap(text: string, options: RoadmapOptions = {}): RoadmapDocument {
  return new RoadmapScan(text, options.bracket === true).run();
}

class RoadmapScan {
  readonly #text: string;
  readonly #bracket: boolean;
  readonly #details: OpenPhase[] = [];
  readonly #checklist: ChecklistEntry[] = [];
  readonly #tables: { columns: string[]; rows: ProgressRow[] }[] = [];
  readonly #milestones: MilestoneMark[] = [];
  readonly #headings: { level: number; mark: MilestoneMark }[] = [];
  #folded: MilestoneMark | "plain" | null = null;
  #titleLevelSeen = false;
  #activeVersion: string | null = null;
  #phase: OpenPhase | null = null;
  #inCriteria = false;
  #table: { columns: string[]; rows: ProgressRow[] } | null = null;

  constructor(text: string, bracket: boolean) {
    this.#text = text;
    this.#bracket = bracket;
  }

  run(): RoadmapDocument {
    const text = this.#text;
    const { open } = walkProse(text, readFrontmatter(text).body, (line) => this.#line(line));
    this.#closePhase(text.length);
    return {
      details: this.#details,
      checklist: this.#checklist,
      progress: this.#tables,
      milestones: this.#milestones,
      activeVersion: this.#activeVersion,
      truncated: open !== null || this.#folded !== null,
    };
  }

  #line(line: Line): void {
    const { text } = line;
    if (text === "") return;
    const head = text.charCodeAt(0);
    const heading = head === HASH ? parseHeading(text) : null;
    if (heading !== null) {
      this.#table = null;
      this.#heading(heading.level, heading.title, line.start);
      return;
    }
    const ink = head === SPACE || head === TAB ? text.trimStart() : text;
    if (ink.charCodeAt(0) === BAR) {
      this.#row(line);
      return;
    }
    this.#table = null;
    if (ink.charCodeAt(0) === LESS_THAN) this.#fold(ink);
    if (this.#activeVersion === null && ink.includes("**v")) {
      this.#activeVersion = ACTIVE_VERSION.exec(ink)?.[1] ?? null;
    }
    if (ink.includes("] ")) this.#check(line);
    if (this.#phase !== null) this.#detail(this.#phase, text);
  }

  #heading(level: number, title: string, start: number): void {
    this.#inCriteria = false;
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop();
    if (this.#phase !== null && level <= this.#phase.level) this.#closePhase(start);
    const phase = level >= 2 && level <= 4 ? this.#phaseTitle(title) : null;
    if (phase !== null) {
      this.#openPhase(level, phase, start);
      return;
    }
    const isTitle = level === 1 && !this.#titleLevelSeen;
    if (level === 1) this.#titleLevelSeen = true;
    const mark = level <= 3 && !isTitle ? milestoneOfHeading(title) : null;
    if (mark === null) return;
    this.#milestones.push(mark);
    this.#headings.push({ level, mark });
  }

  #closePhase(end: number): void {
    const phase = this.#phase;
    if (phase !== null) {
      const section = this.#text.slice(phase.start, end).trimEnd();
      phase.end = end;
      phase.section = section.includes("\r") ? section.replace(/\r\n?/g, "\n") : section;
    }
    this.#phase = null;
  }

  #phaseTitle(title: string): PhaseTitle | null {
    const plain = plainTitle(title);
    if (plain !== null) return plain;
    const match = PHASE_WORD.test(title) ? phaseTitle().exec(title) : null;
    if (match !== null) return { number: match[1] ?? "", tag: match[2] ?? "", name: match[3] ?? "" };
    const bracket = this.#bracket ? BRACKET_TITLE.exec(title) : null;
    if (bracket === null) return null;
    return { number: `${bracket[1]}-${bracket[2]}`, tag: bracket[3] ?? "", name: bracket[4] ?? "" };
  }

  #openPhase(level: number, { number, tag, name }: PhaseTitle, start: number): void {
    const data: OpenPhase = {
      id: normalPhaseId(number),
      number,
      name: name.trim(),
      milestone: this.#milestone(),
      goal: null,
      mode: null,
      dependsOn: null,
      requirements: [],
      successCriteria: [],
      inserted: tag !== "" && /inserted/i.test(tag),
      section: "",
      level,
      start,
      end: start,
    };
    this.#details.push(data);
    this.#closePhase(start);
    this.#phase = data;
  }

  #detail(phase: OpenPhase, text: string): void {
    const field = fieldOf(text);
    if (field !== null) {
      this.#inCriteria = field.name === "success criteria";
      setField(phase, field.name, field.value);
      return;
    }
    if (!this.#inCriteria) return;
    const item = CRITERION.exec(text);
    if (item !== null) phase.successCriteria.push((item[1] ?? "").trim());
    else if (/^\s{2,}\S/.test(text) && phase.successCriteria.length > 0) {
      const last = phase.successCriteria.length - 1;
      phase.successCriteria[last] = `${phase.successCriteria[last]} ${text.trim()}`;
    } else this.#inCriteria = false;
  }

  #check(line: Line): void {
    const title = this.#checkTitle(line.text);
    if (title === null) return;
    this.#checklist.push({
      id: normalPhaseId(title.number),
      ...title,
      milestone: this.#milestone(),
      mark: line.start + line.text.indexOf("[") + 1,
    });
  }

  #checkTitle(text: string): { number: string; name: string; ticked: boolean } | null {
    const plain = plainCheck(text);
    if (plain !== null) return plain;
    const check = PHASE_WORD.test(text) || this.#bracket ? CHECK.exec(text) : null;
    if (check === null) return null;
    const rest = check[2] ?? "";
    const ticked = check[1] !== " ";
    const match = CHECK_TITLE.exec(rest);
    if (match !== null) return { number: match[1] ?? "", name: checklistName(match[3] ?? ""), ticked };
    const bracket = this.#bracket ? BRACKET_TITLE.exec(rest.replace(/^\*\*/, "")) : null;
    if (bracket === null) return null;
    return { number: `${bracket[1]}-${bracket[2]}`, name: checklistName(bracket[4] ?? ""), ticked };
  }

  #row(line: Line): void {
    if (this.#table === null) {
      const columns = tableCells(line.text).map((cell) => cell.toLowerCase());
      this.#table = { columns, rows: [] };
      if (columns[0] === "phase" && columns.includes("status")) this.#tables.push(this.#table);
      return;
    }
    const number = plainRow(line.text) ?? this.#rowId(line.text);
    if (number !== null) this.#table.rows.push({ id: normalPhaseId(number), line });
  }

  #rowId(text: string): string | null {
    const cell = tableCells(text)[0] ?? "";
    const bracket = this.#bracket ? BRACKET_CELL.exec(cell) : null;
    return bracket === null ? (ROW_ID.exec(cell)?.[1] ?? null) : `${bracket[1]}-${bracket[2]}`;
  }

  #fold(ink: string): void {
    if (/^<details(?:\s[^>]*)?>/i.test(ink)) this.#folded = "plain";
    const summary = /<summary>(.*)/i.exec(ink);
    if (summary !== null && this.#folded === "plain") {
      const mark = milestoneOfSummary(summary[1] ?? "");
      if (mark !== null) this.#milestones.push(mark);
      this.#folded = mark ?? "plain";
    }
    if (/<\/details>/i.test(ink)) this.#folded = null;
  }

  #milestone(): MilestoneMark | null {
    if (this.#folded !== null && this.#folded !== "plain") return this.#folded;
    return this.#headings.at(-1)?.mark ?? null;
  }
}

/** Reads `**Name**: value`, `**Name:** value` and `**Name** (note): value`, also as a list item. */
function fieldOf(text: string): { readonly name: string; readonly value: string } | null {
  const open = text.indexOf("**");
  if (open === -1 || (open > 0 && !FIELD_LEAD.test(text.slice(0, open)))) return null;
  const close = text.indexOf("**", open + 2);
  if (close === -1) return null;
  const inner = text.slice(open + 2, close);
  const isInside = inner.endsWith(":");
  const colon = isInside ? close + 1 : text.indexOf(":", close + 2);
  if (colon === -1 || colon - close > 63) return null;
  const name = fieldName(isInside ? inner.slice(0, -1) : inner);
  return name === null ? null : { name, value: text.slice(colon + 1).trim() };
}

function fieldName(written: string): string | null {
  return USUAL_NAMES.get(written) ?? (FIELD_NAME.test(written) ? written.toLowerCase() : null);
}

function setField(phase: OpenPhase, field: string, value: string): void {
  const text = value === "" ? null : value;
  if (field === "goal") phase.goal ??= text;
  else if (field === "mode") phase.mode ??= text;
  else if (field === "depends on") phase.dependsOn ??= text;
  else if (field === "requirements" && phase.requirements.length === 0) phase.requirements = requirementIds(value);
}

function requirementIds(value: string): string[] {
  if (/^[\w-]+$/.test(value) && !/^(?:none|tbd|-+)$/i.test(value)) return [value];
  return value
    .replace(/[[\]]/g, "")
    .split(/[,;]/)
    .map((item) => item.trim())
    .filter((item) => item !== "" && !/^(?:none|tbd|n\/a|-+|—)\.?$/i.test(item));
}

function checklistName(rest: string): string {
  const end = rest.indexOf("**");
  if (end !== -1) return rest.slice(0, end).trim();
  return (rest.split(/\s+[-–—]\s+/)[0] ?? rest).trim();
}

/** The cells of a table row, trimmed. An escaped bar belongs to its cell. */
export function tableCells(line: string): string[] {
  const row = line.trim().replace(/^\|/, "");
  const cells = row.includes("\\") ? row.split(/(?<!\\)\|/) : row.split("|");
  if (cells.at(-1)?.trim() === "") cells.pop();
  return cells.map((cell) => cell.trim());
}
