import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { once } from "../once.ts";
import { type FrontmatterProblem, readFrontmatter } from "./frontmatter.ts";
import { readSections, type Section, walkProse } from "./markdown.ts";
import type { StateView } from "./types.ts";

export interface StateReading {
  readonly view: StateView;
  readonly problem: FrontmatterProblem | null;
}

/** Reads the text of STATE.md: front matter first, the body's own fields where it is silent. */
export function readState(text: string): StateReading {
  const front = readFrontmatter(text);
  const fields = front.ok ? front.fields : {};
  const sections = readSections(text, front.body);
  const position = bodyFields(text, sectionNamed(sections, /^current position$/i));
  const session = bodyFields(text, sectionNamed(sections, /^session/i));
  const phase = /^(\S+?)\s+of\s+\S+(?:\s+\((.*)\))?/i.exec(position.get("phase") ?? "");
  const counter = /^(\d{1,4})\s+of\s+(\d{1,4})/.exec(position.get("plan") ?? "");
  const activity = /^(\d{4}-\d{2}-\d{2})\S*(?:\s+[-–—]+\s+(.*))?/.exec(position.get("last activity") ?? "");
  const field = (name: string) => scalar(fields, name);
  const listed = (title: RegExp) => once(() => listItems(text, sectionNamed(sections, title)));
  const blockers = listed(BLOCKERS);
  const decisions = listed(DECISIONS);
  return {
    problem: front.ok ? null : front.problem,
    view: {
      fields,
      milestone: field("milestone"),
      milestoneName: field("milestone_name"),
      currentPhase: field("current_phase") ?? phase?.[1] ?? null,
      currentPhaseName: field("current_phase_name") ?? phase?.[2] ?? null,
      status: field("status") ?? statusWord(position.get("status") ?? null),
      stoppedAt: field("stopped_at") ?? meaningful(session.get("stopped at")),
      pausedAt: field("paused_at") ?? meaningful(session.get("paused at")),
      lastActivity: field("last_activity") ?? activity?.[1] ?? null,
      lastActivityNote: field("last_activity_desc") ?? meaningful(activity?.[2]),
      plan: counter === null ? null : { current: Number(counter[1]), total: Number(counter[2]) },
      lastSession: meaningful(session.get("last session")),
      resumeFile: meaningful(session.get("resume file")),
      get blockers() {
        return blockers();
      },
      get decisions() {
        return decisions();
      },
    },
  };
}

export const BLOCKERS = /^blockers\b/i;
export const DECISIONS = /^decisions\b/i;
export const NOTHING = /^(?:none(?: yet)?|n\/a|-|—|nothing(?: yet)?)\.?$/i;

export function sectionNamed(sections: readonly Section[], title: RegExp): Section | null {
  return sections.find((section) => section.level >= 2 && title.test(section.title)) ?? null;
}

const STATUS_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^ready to execute$/i, "executing"],
  [/^in progress$/i, "executing"],
  [/^executing(?: phase \S+)?$/i, "executing"],
  [/^ready to plan$/i, "planning"],
  [/^planning(?: phase \S+)?$/i, "planning"],
  [/^(?:ready to discuss|discussing(?: phase \S+)?)$/i, "discussing"],
  [/^phase complete(?:\s+[—–-]+\s+ready for verification)?$/i, "verifying"],
  [/^verifying(?: phase \S+)?$/i, "verifying"],
  [/^(?:all phases complete|completed?|milestone complete)$/i, "completed"],
  [/^paused$/i, "paused"],
  [/^unknown$/i, "unknown"],
];

/** The status word for a whole phrase of the body; other prose stays as it is. */
export function statusWord(text: string | null): string | null {
  const phrase = text?.trim() ?? "";
  if (phrase === "") return null;
  return STATUS_PHRASES.find(([pattern]) => pattern.test(phrase))?.[1] ?? phrase;
}

function scalar(fields: JsonObject, name: string): string | null {
  const value: Json | undefined = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null || Array.isArray(value) || isJsonObject(value)) return null;
  return meaningful(String(value));
}

function meaningful(text: string | undefined): string | null {
  const value = text?.trim() ?? "";
  return value === "" || NOTHING.test(value) || value === "null" ? null : value;
}

function bodyFields(text: string, section: Section | null): Map<string, string> {
  const fields = new Map<string, string>();
  if (section === null) return fields;
  walkProse(text.slice(0, section.end), section.body, (line) => {
    const match = /^\s*(?:\*\*)?([A-Za-z][A-Za-z ]*?)(?::\*\*|(?:\*\*)?:)\s*(.*)$/.exec(line.text);
    if (match === null) return;
    const name = (match[1] ?? "").toLowerCase();
    if (!fields.has(name)) fields.set(name, (match[2] ?? "").trim());
  });
  return fields;
}

function listItems(text: string, section: Section | null): string[] {
  const items: string[] = [];
  if (section === null) return items;
  walkProse(text.slice(0, section.end), section.body, (line) => {
    const item = /^[-*+]\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line.text)?.[1]?.trim();
    if (item !== undefined && item !== "" && !NOTHING.test(item)) items.push(item);
  });
  return items;
}
