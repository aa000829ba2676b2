import { once } from "../once.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { parseHeading } from "./markdown.ts";
import { normalPhaseId } from "./phase-id.ts";
import { firstInk, walkProseLines } from "./prose.ts";
import { type PhaseDescription, readDescription } from "./roadmap-description.ts";
import { type MilestoneMark, milestoneOfHeading, milestoneOfSummary } from "./roadmap-milestone.ts";
import { CHECK_START, type PhaseTitle, type RoadmapOptions, titleOfCheck, titleOfHeading } from "./roadmap-title.ts";

/** A phase of which the roadmap has a section, under one milestone or in the part before them (`null`). */
export interface RoadmapSection extends PhaseTitle {
  readonly id: string;
  readonly milestone: MilestoneMark | null;
  readonly level: number;
  /** Offset of the heading. */
  readonly start: number;
  /** Offset of the next heading of the same or a higher level, or of the end. */
  readonly end: number;
  /** Read when it is asked for. */
  readonly description: PhaseDescription;
}

export interface ChecklistEntry extends PhaseTitle {
  readonly id: string;
  readonly ticked: boolean;
  readonly milestone: MilestoneMark | null;
  /** Offset of the character between the brackets. */
  readonly mark: number;
}

/** Everything found in one pass. Which phases count is decided by `scopeRoadmap`. */
export interface RoadmapDocument {
  readonly details: readonly RoadmapSection[];
  readonly checklist: readonly ChecklistEntry[];
  readonly milestones: readonly MilestoneMark[];
  /** The milestone in work by its mark, when the roadmap shows one. */
  readonly activeVersion: string | null;
  /** A fence, comment or folded part was still open at the end of the text. */
  readonly truncated: boolean;
}

const ACTIVE_VERSION = /[🚧🔄]\uFE0F?\s*\*\*\s*(v\d+(?:\.\d+)+)/u;
const HASH = 35;
const LESS_THAN = 60;
const BAR = 124;

/** Reads the text of ROADMAP.md in one pass. Never throws. */
export function readRoadmap(text: string, options: RoadmapOptions = {}): RoadmapDocument {
  return new RoadmapScan(text, options).run();
}

interface OpenSection extends RoadmapSection {
  end: number;
}

class RoadmapScan {
  readonly #text: string;
  readonly #options: RoadmapOptions;
  readonly #details: OpenSection[] = [];
  readonly #checklist: ChecklistEntry[] = [];
  readonly #milestones: MilestoneMark[] = [];
  readonly #headings: { level: number; mark: MilestoneMark }[] = [];
  readonly #namesVersions: boolean;
  #folded: MilestoneMark | "plain" | null = null;
  #titleLevelSeen = false;
  #activeVersion: string | null = null;
  #section: OpenSection | null = null;

  constructor(text: string, options: RoadmapOptions) {
    this.#text = text;
    this.#options = options;
    this.#namesVersions = text.includes("**v");
  }

  run(): RoadmapDocument {
    const text = this.#text;
    const { body } = readFrontmatter(text);
    const { open } = walkProseLines(text, body, this.#wanted(), (start, end) => this.#line(start, end));
    this.#closeSection(text.length);
    return {
      details: this.#details,
      checklist: this.#checklist,
      milestones: this.#milestones,
      activeVersion: this.#activeVersion,
      truncated: open !== null || this.#folded !== null,
    };
  }

  /** Headings, folded parts and phases to tick; the mark of the milestone in work may stand in any line. */
  #wanted(): string | null {
    return this.#namesVersions ? null : `#|${CHECK_START}`;
  }

  #line(start: number, end: number): void {
    const text = this.#text;
    const ink = firstInk(text, start, end);
    const head = text.charCodeAt(ink);
    if (ink === end || head === BAR) return;
    const heading = head === HASH && ink === start ? parseHeading(text.slice(start, end)) : null;
    if (heading !== null) {
      this.#heading(heading.level, heading.title, start);
      return;
    }
    if (head === LESS_THAN) this.#fold(text.slice(ink, end));
    if (this.#namesVersions && this.#activeVersion === null) this.#activeVersion = activeVersion(text.slice(ink, end));
    if (isBullet(head)) this.#check(start, text.slice(start, end));
  }

  #heading(level: number, title: string, start: number): void {
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop();
    if (this.#section !== null && level <= this.#section.level) this.#closeSection(start);
    const phase = level >= 2 && level <= 4 ? titleOfHeading(title, this.#options) : null;
    if (phase !== null) {
      this.#openSection(level, phase, start);
      return;
    }
    const isTitle = level === 1 && !this.#titleLevelSeen;
    if (level === 1) this.#titleLevelSeen = true;
    const mark = level <= 3 && !isTitle ? milestoneOfHeading(title) : null;
    if (mark === null) return;
    this.#milestones.push(mark);
    this.#headings.push({ level, mark });
  }

  #openSection(level: number, { number, name }: PhaseTitle, start: number): void {
    this.#closeSection(start);
    const description = once(() => readDescription(this.#text, start, section.end));
    const section: OpenSection = {
      id: normalPhaseId(number),
      number,
      name,
      milestone: this.#milestone(),
      level,
      start,
      end: start,
      get description() {
        return description();
      },
    };
    this.#details.push(section);
    this.#section = section;
  }

  #closeSection(end: number): void {
    if (this.#section !== null) this.#section.end = end;
    this.#section = null;
  }

  #check(start: number, line: string): void {
    const title = titleOfCheck(line, this.#options);
    if (title === null) return;
    const mark = start + line.indexOf("[") + 1;
    this.#checklist.push({ id: normalPhaseId(title.number), ...title, milestone: this.#milestone(), mark });
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

function isBullet(code: number): boolean {
  return code === 42 || code === 43 || code === 45;
}

function activeVersion(line: string): string | null {
  return line.includes("**v") ? (ACTIVE_VERSION.exec(line)?.[1] ?? null) : null;
}
