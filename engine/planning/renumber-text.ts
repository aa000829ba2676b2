import { readFrontmatter } from "./frontmatter.ts";
import { type Line, walkProse } from "./markdown.ts";
import { normalPhaseId, PHASE_ID_SOURCE } from "./phase-id.ts";

/** New ids of phases by their old ones, both in normal form. */
export type Renumbering = ReadonlyMap<string, string>;

/** `Phase 4`, `phase 04.1`, `/gsd-plan-phase 4`; group 2 is the id. */
export const PHASE_MENTION = new RegExp(`((?:\\b[Pp]hase|/gsd[-:][a-z-]+)\\s+)(${PHASE_ID_SOURCE})(?!\\.\\d)`, "g");
const BRACKET_MENTION = /(\[[A-Z][A-Z0-9_]*\.\d{2,}\]\s*(?:Phase\s+)?)(\d+(?:\.\d+)?)(?![\w-])/g;
const ROW_ID = new RegExp(`^(\\s*\\|\\s*\\**\\s*)(${PHASE_ID_SOURCE})(?=\\s*(?:[.:|*]|$|\\s))`);
const PLAN_ITEM = /^(\s*[-*+]\s+\[[ xX]\]\s+\**)((?:[A-Z][A-Z0-9_]*-)?\d+[A-Z]?(?:\.\d+)*)(?=-\d{2}(?:\D|$))/;

/** Gives the phases that a planning text mentions their new numbers, in the width that each mention has. */
export function renumberMentions(text: string, renumbering: Renumbering): string {
  const pads = /(?:\b[Pp]hase\s+|^\s*\|\s*)0\d/m.test(text);
  const renew = (written: string) => renewed(written, renumbering, pads);
  let result = "";
  let at = 0;
  walkProse(text, readFrontmatter(text).body, (line) => {
    const changed = renumberLine(line, renew, renumbering);
    if (changed === line.text) return;
    result += text.slice(at, line.start) + changed;
    at = line.end;
  });
  return result + text.slice(at);
}

function renumberLine(line: Line, renew: (written: string) => string, renumbering: Renumbering): string {
  const swap = (_match: string, lead: string, id: string) => lead + renew(id);
  return line.text
    .replace(PHASE_MENTION, swap)
    .replace(ROW_ID, swap)
    .replace(PLAN_ITEM, swap)
    .replace(BRACKET_MENTION, (match, lead: string, number: string) => {
      const id = renumbering.get(normalPhaseId(`${lead.trim().replace(/\s*Phase$/, "")} ${number}`));
      return id === undefined ? match : lead + id.slice(id.lastIndexOf("-") + 1);
    });
}

/** `written` with its new number, padded where it was. Unchanged when the phase keeps its number. */
export function renewed(written: string, renumbering: Renumbering, pads: boolean): string {
  const id = renumbering.get(normalPhaseId(written));
  if (id === undefined) return written;
  const code = /^[A-Z][A-Z0-9_]*-(?=\d)/.exec(written)?.[0] ?? "";
  const isPadded = pads || /^(?:[A-Z][A-Z0-9_]*-)?0\d/.test(written);
  return code + (isPadded ? id : shortPhaseId(id));
}

/** `03` → `3`, `01-02` → `1-02`: the form in which a roadmap of short numbers writes an id. */
export function shortPhaseId(id: string): string {
  return id.replace(/^0+(?=\d)/, "");
}
