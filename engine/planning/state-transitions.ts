import { setPosition, setProgressBar, setSession, setStateFields } from "./edit-state.ts";
import { readFrontmatter } from "./frontmatter.ts";
import type { FieldValue } from "./frontmatter-edit.ts";
import { readSections } from "./markdown.ts";
import { normalPhaseId } from "./phase-id.ts";
import { countProgress, type Progress, progressFields } from "./progress.ts";
import { sectionNamed, statusWord } from "./state.ts";
import { hasSectionField, oneLine } from "./text-edit.ts";
import { type Desk, type Draft, stateMissing, stateUnreadable } from "./transition-desk.ts";
import type { TransitionOf } from "./transition-types.ts";

interface Twin {
  /** Label of the body line, in lower case. */
  readonly label: string;
  readonly section: "position" | "session";
  /** Front matter fields that say the same as the line. */
  readonly fields: (value: string) => Readonly<Record<string, FieldValue>>;
}

const SECTIONS = { position: /^current position$/i, session: /^session\b/i };
const TWINS: readonly Twin[] = [
  { label: "status", section: "position", fields: (value) => ({ status: statusWord(value) ?? value }) },
  { label: "phase", section: "position", fields: phaseFields },
  { label: "plan", section: "position", fields: planFields },
  { label: "last activity", section: "position", fields: activityFields },
  { label: "last session", section: "session", fields: () => ({}) },
  { label: "stopped at", section: "session", fields: (value) => ({ stopped_at: value }) },
  { label: "paused at", section: "session", fields: (value) => ({ paused_at: value }) },
  { label: "resume file", section: "session", fields: () => ({}) },
];
/** What the disk decides is not set by hand. */
const COUNTED = /^progress(?:\.|$)/;

/** Sets fields by body label or front matter key. Fields that are not there are told apart, not refused. */
export function patchState(desk: Desk, args: TransitionOf<"patch-state">): Draft {
  const before = desk.text(desk.paths.state);
  if (before === null) return stateMissing();
  let text = before;
  const outcome = { updated: [] as string[], failed: [] as string[], preserved: [] as string[] };
  for (const [name, written] of Object.entries(args.fields)) {
    const result = COUNTED.test(name) ? "preserved" : setOne(text, name, oneLine(written));
    if (result === "preserved" || result === null) outcome[result === null ? "failed" : "preserved"].push(name);
    else {
      text = result;
      outcome.updated.push(name);
    }
  }
  return noted(desk, before, text, outcome);
}

/** Counts phases and plans again. A higher recorded count stays. */
export function updateProgress(desk: Desk): Draft {
  const before = desk.text(desk.paths.state);
  if (before === null) return stateMissing();
  const progress = countProgress(desk.snapshot(), null);
  const edit = setStateFields(before, progressFields(progress));
  if (!edit.ok) return stateUnreadable(edit.problem.message);
  const text = setProgressBar(edit.text, progress.percent);
  return noted(desk, before, text, {
    updated: true,
    percent: progress.percent,
    completed: progress.completedPlans,
    total: progress.totalPlans,
    bar: barOf(progress),
    preserved: [...progress.preserved],
  });
}

/** Brings counts, the phase line and the plan line in line with what lies on disk. */
export function syncState(desk: Desk, args: TransitionOf<"sync-state">): Draft {
  const before = desk.text(desk.paths.state);
  if (before === null) return stateMissing();
  const { state, phases } = desk.snapshot();
  const progress = countProgress(desk.snapshot(), null);
  const current = state?.currentPhase == null ? null : normalPhaseId(state.currentPhase);
  const phase = phases.find((candidate) => candidate.id === current);
  const done = phase?.plans.filter((plan) => plan.done).length ?? 0;
  const total = phase?.plans.length ?? 0;
  const position: Record<string, string> = phase === undefined ? {} : { Phase: positionOf(phase, phases.length) };
  if (total > 0 && (state?.plan?.total !== total || state.plan.current < done)) {
    position.Plan = `${Math.max(state?.plan?.current ?? 0, Math.min(done + 1, total))} of ${total} in current phase`;
  }
  const fields: Record<string, string> =
    phase === undefined ? {} : { current_phase: phase.number, current_phase_name: phase.name };
  const edit = setStateFields(before, { ...fields, ...progressFields(progress) });
  if (!edit.ok) return stateUnreadable(edit.problem.message);
  const text = setProgressBar(setPosition(edit.text, position), progress.percent);
  const changes = differences(before, text);
  const dryRun = args.dryRun === true;
  const data = { synced: !dryRun && changes.length > 0, changes, dry_run: dryRun };
  return dryRun ? { ok: true, texts: {}, data } : noted(desk, before, text, data);
}

/** `[██████░░░░] 60%` */
export function barOf({ percent }: Pick<Progress, "percent">): string {
  const filled = Math.floor(percent / 10);
  return `[${"█".repeat(filled)}${"░".repeat(10 - filled)}] ${percent}%`;
}

function setOne(text: string, name: string, value: string): string | null {
  const front = readFrontmatter(text);
  if (!front.ok) return null;
  const label = name.replaceAll("_", " ").trim().toLowerCase();
  const twin = TWINS.find((candidate) => candidate.label === label);
  const key = name.trim().toLowerCase().replaceAll(" ", "_");
  const section = twin === undefined ? null : sectionNamed(readSections(text, front.body), SECTIONS[twin.section]);
  const hasLine = twin !== undefined && section !== null && hasSectionField(text, section, twin.label);
  const hasField = key.split(".").length > 1 || Object.hasOwn(front.fields, key);
  if (!hasLine && !hasField) return null;
  const fields = twin === undefined ? { [key]: value } : hasField ? { ...twin.fields(value) } : twin.fields(value);
  const edit = setStateFields(text, fields);
  if (!edit.ok) return null;
  if (!hasLine || twin === undefined) return edit.text;
  return (twin.section === "position" ? setPosition : setSession)(edit.text, { [twin.label]: value });
}

function phaseFields(value: string): Record<string, FieldValue> {
  const match = /^(\S+)(?:\s+of\s+\S+)?(?:\s+\((.*)\))?/i.exec(value);
  if (match?.[1] === undefined || !/\d/.test(match[1])) return {};
  return { current_phase: match[1], ...(match[2] === undefined ? {} : { current_phase_name: match[2] }) };
}

function planFields(value: string): Record<string, FieldValue> {
  const number = /^(\d{1,4})\b/.exec(value)?.[1];
  return number === undefined ? {} : { current_plan: Number(number) };
}

function activityFields(value: string): Record<string, FieldValue> {
  const match = /^(\d{4}-\d{2}-\d{2})(?:\s+[-–—]+\s+(.*))?$/.exec(value);
  if (match?.[1] === undefined) return {};
  return { last_activity: match[1], ...(match[2] === undefined ? {} : { last_activity_desc: match[2] }) };
}

function positionOf(phase: { readonly number: string; readonly name: string }, phases: number): string {
  return `${phase.number} of ${phases} (${phase.name})`;
}

function differences(before: string, after: string): string[] {
  const old = before.split(/\r\n|\n|\r/);
  const known = new Set(old);
  return after
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "" && !known.has(line))
    .map((line) => line.trim());
}

/** The time of a change is noted only if there is one. */
function noted(desk: Desk, before: string, text: string, data: Extract<Draft, { ok: true }>["data"]): Draft {
  if (text === before) return { ok: true, texts: {}, data };
  const edit = setStateFields(text, {
    last_updated: new Date(desk.now).toISOString(),
    ...(desk.head === null ? {} : { state_head: desk.head }),
  });
  return edit.ok ? { ok: true, texts: { [desk.paths.state]: edit.text }, data } : stateUnreadable(edit.problem.message);
}
