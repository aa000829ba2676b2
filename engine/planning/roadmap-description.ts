import { parseHeading, walkProse } from "./markdown.ts";

/** What the roadmap says about a phase in its section. */
export interface PhaseDescription {
  readonly goal: string | null;
  readonly mode: string | null;
  readonly dependsOn: string | null;
  readonly requirements: readonly string[];
  readonly successCriteria: readonly string[];
  /** The section as it is written, with plain line ends; null when only the checklist or a folder names the phase. */
  readonly section: string | null;
}

export const NO_DESCRIPTION: PhaseDescription = {
  goal: null,
  mode: null,
  dependsOn: null,
  requirements: [],
  successCriteria: [],
  section: null,
};

interface Draft {
  goal: string | null;
  mode: string | null;
  dependsOn: string | null;
  requirements: string[];
  successCriteria: string[];
}

const FIELD_LEAD = /^\s*(?:[-*+]\s+)?$/;
const FIELD_NAME = /^[A-Za-z][A-Za-z ]*$/;
const CRITERION = /^\s*(?:\d+[.)]|[-*+])\s+(.*)$/;

/** Reads a section that begins with its heading at `start` and reaches to `end`. */
export function readDescription(text: string, start: number, end: number): PhaseDescription {
  const draft: Draft = { goal: null, mode: null, dependsOn: null, requirements: [], successCriteria: [] };
  let inCriteria = false;
  walkProse(text.slice(0, end), start, (line) => {
    if (line.text === "" || /^[ \t]*\|/.test(line.text)) return;
    if (parseHeading(line.text) !== null) {
      inCriteria = false;
      return;
    }
    const field = fieldOf(line.text);
    if (field !== null) {
      inCriteria = field.name === "success criteria";
      setField(draft, field.name, field.value);
    } else if (inCriteria) inCriteria = addCriterion(draft.successCriteria, line.text);
  });
  const section = text.slice(start, end).trimEnd();
  return { ...draft, section: section.includes("\r") ? section.replace(/\r\n?/g, "\n") : section };
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
  const name = isInside ? inner.slice(0, -1) : inner;
  return FIELD_NAME.test(name) ? { name: name.toLowerCase(), value: text.slice(colon + 1).trim() } : null;
}

function setField(draft: Draft, field: string, value: string): void {
  const text = value === "" ? null : value;
  if (field === "goal") draft.goal ??= text;
  else if (field === "mode") draft.mode ??= text;
  else if (field === "depends on") draft.dependsOn ??= text;
  else if (field === "requirements" && draft.requirements.length === 0) draft.requirements = requirementIds(value);
}

/** True while the line still belongs to the list. */
function addCriterion(criteria: string[], text: string): boolean {
  const item = CRITERION.exec(text);
  const last = criteria.length - 1;
  if (item !== null) criteria.push((item[1] ?? "").trim());
  else if (/^\s{2,}\S/.test(text) && last >= 0) criteria[last] = `${criteria[last]} ${text.trim()}`;
  else return false;
  return true;
}

function requirementIds(value: string): string[] {
  return value
    .replace(/[[\]]/g, "")
    .split(/[,;]/)
    .map((item) => item.trim())
    .filter((item) => item !== "" && !/^(?:none|tbd|n\/a|-+|—)\.?$/i.test(item));
}
