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
  readonly cells: readonly string[];
  readonly line: Line;
}

export interface ProgressTable {
  readonly columns: readonly string[];
  readonly rows: readonly ProgressRow[];
}

/** Everything found in one pass. Which phases count is decided by `scopeRoadmap`. */
export interface RoadmapDocument {
  readonly details: readonly RoadmapPhase[];
  readonly checklist: readonly ChecklistEntry[];
  readonly progress: readonly ProgressTable[];
  readonly milestones: readonly MilestoneMark[];
  /** The milestone in work by its mark, when the roadmap shows one. */
  readonly activeVersion: string | null;
  /** A fence, comment or folded part was still open at the end of the text. */
  readonly truncated: boolean;
}

const PHASE_TITLE = new RegExp(
  `^[^\\p{L}\\p{N}]*Phase\\s+(${PHASE_ID_SOURCE})\\s*(?:\\(([^)]*)\\))?\\s*:\\s*(.*)$`,
  "iu",
);
const CHECK = /^\s*[-*+]\s+\[([ xX])\]\s+(.*)$/;
const CHECK_TITLE = new RegExp(
  `^(?:\\*\\*)?Phase\\s+(${PHASE_ID_SOURCE})\\s*(?:\\(([^)]*)\\))?\\s*(?:\\*\\*)?\\s*:\\s*(.*)$`,
  "i",
);
const ROW_ID = new RegExp(`^\\**\\s*(?:[Pp]hase\\s+)?(${PHASE_ID_SOURCE})`, "i");
const FIELD = /^\s*(?:[-*+]\s+)?\*\*([A-Za-z][A-Za-z ]*?)(?::\*\*|\*\*[^:]{0,60}?:)\s*(.*)$/;
const CRITERION = /^\s*(?:\d+[.)]|[-*+])\s+(.*)$/;
const ACTIVE_VERSION = /[🚧🔄]\uFE0F?\s*\*\*\s*(v\d+(?:\.\d+)+)/u;

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
}

/** Reads the text of ROADMAP.md in one pass. Never throws. */
export function readRoadmap(text: string): RoadmapDocument {
  return new RoadmapScan().run(text);
}

class RoadmapScan {
  readonly #details: OpenPhase[] = [];
  readonly #checklist: ChecklistEntry[] = [];
  readonly #tables: { columns: string[]; rows: ProgressRow[] }[] = [];
  readonly #milestones: MilestoneMark[] = [];
  readonly #headings: { level: number; mark: MilestoneMark }[] = [];
  #folded: MilestoneMark | "plain" | null = null;
  #titleLevelSeen = false;
  #activeVersion: string | null = null;
  #text = "";
  #phase: { level: number; start: number; data: OpenPhase } | null = null;
  #inCriteria = false;
  #table: { columns: string[]; rows: ProgressRow[] } | null = null;

  run(text: string): RoadmapDocument {
    this.#text = text;
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
    const ink = line.text.trimStart();
    if (ink.startsWith("|")) {
      this.#row(line);
      return;
    }
    this.#table = null;
    const heading = parseHeading(line.text);
    if (heading !== null) {
      this.#heading(heading.level, heading.title, line.start);
      return;
    }
    if (ink === "") return;
    if (ink.startsWith("<")) this.#fold(ink);
    if (this.#activeVersion === null && ink.includes("**v"))
      this.#activeVersion = ACTIVE_VERSION.exec(ink)?.[1] ?? null;
    const check = ink.includes("Phase") ? CHECK.exec(line.text) : null;
    if (check !== null) this.#check(line, check[1] ?? " ", check[2] ?? "");
    if (this.#phase !== null) this.#detail(this.#phase.data, line.text);
  }

  #heading(level: number, title: string, start: number): void {
    this.#inCriteria = false;
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop();
    if (this.#phase !== null && level <= this.#phase.level) this.#closePhase(start);
    const phase = level >= 2 && level <= 4 ? PHASE_TITLE.exec(title) : null;
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
    if (phase !== null) phase.data.section = this.#text.slice(phase.start, end).trimEnd().replace(/\r\n?/g, "\n");
    this.#phase = null;
  }

  #openPhase(level: number, match: RegExpExecArray, start: number): void {
    const number = match[1] ?? "";
    const data: OpenPhase = {
      id: normalPhaseId(number),
      number,
      name: (match[3] ?? "").trim(),
      milestone: this.#milestone(),
      goal: null,
      mode: null,
      dependsOn: null,
      requirements: [],
      successCriteria: [],
      inserted: /inserted/i.test(match[2] ?? ""),
      section: "",
    };
    this.#details.push(data);
    this.#closePhase(start);
    this.#phase = { level, start, data };
  }

  #detail(phase: OpenPhase, text: string): void {
    const field = text.includes("**") ? FIELD.exec(text) : null;
    if (field !== null) {
      this.#inCriteria = /^success criteria$/i.test(field[1] ?? "");
      setField(phase, (field[1] ?? "").toLowerCase(), (field[2] ?? "").trim());
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

  #check(line: Line, mark: string, rest: string): void {
    const match = CHECK_TITLE.exec(rest);
    if (match === null) return;
    const number = match[1] ?? "";
    this.#checklist.push({
      id: normalPhaseId(number),
      number,
      name: checklistName(match[3] ?? ""),
      ticked: mark !== " ",
      milestone: this.#milestone(),
      mark: line.start + line.text.indexOf("[") + 1,
    });
  }

  #row(line: Line): void {
    const cells = tableCells(line.text);
    if (this.#table === null) {
      const columns = cells.map((cell) => cell.toLowerCase());
      this.#table = { columns, rows: [] };
      if (columns[0] === "phase" && columns.includes("status")) this.#tables.push(this.#table);
      return;
    }
    const number = ROW_ID.exec(cells[0] ?? "")?.[1];
    if (number !== undefined) this.#table.rows.push({ id: normalPhaseId(number), cells, line });
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

function setField(phase: OpenPhase, field: string, value: string): void {
  const text = value === "" ? null : value;
  if (field === "goal") phase.goal ??= text;
  else if (field === "mode") phase.mode ??= text;
  else if (field === "depends on") phase.dependsOn ??= text;
  else if (field === "requirements" && phase.requirements.length === 0) phase.requirements = requirementIds(value);
}

function requirementIds(value: string): string[] {
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
