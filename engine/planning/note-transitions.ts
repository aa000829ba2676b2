import { isJsonObject } from "../json.ts";
import { addBlocker, addDecision, resolveBlocker, setSession, setStateFields } from "./edit-state.ts";
import { oneLine } from "./text-edit.ts";
import { type Desk, type Draft, stateMissing, stateUnreadable } from "./transition-desk.ts";
import { refuse, type TransitionOf, type TransitionRefusal } from "./transition-types.ts";

export function recordSession(desk: Desk, args: TransitionOf<"record-session">): Draft {
  const text = desk.text(desk.paths.state);
  if (text === null) return stateMissing();
  const time = new Date(desk.now).toISOString();
  const fields = setStateFields(text, {
    ...(args.stoppedAt === undefined ? {} : { stopped_at: oneLine(args.stoppedAt) }),
    ...(args.pausedAt === undefined ? {} : { paused_at: oneLine(args.pausedAt) }),
    last_updated: time,
  });
  if (!fields.ok) return stateUnreadable(fields.problem.message);
  const recorded = setSession(fields.text, {
    "Last session": time,
    ...(args.stoppedAt === undefined ? {} : { "Stopped at": args.stoppedAt }),
    ...(args.pausedAt === undefined ? {} : { "Paused at": args.pausedAt }),
    ...(args.resumeFile === undefined ? {} : { "Resume file": args.resumeFile }),
  });
  return { ok: true, texts: { [desk.paths.state]: recorded }, data: { recorded: true } };
}

export function noteDecision(desk: Desk, args: TransitionOf<"add-decision">): Draft {
  const text = desk.text(desk.paths.state);
  if (text === null) return stateMissing();
  const words = oneLine(args.text);
  if (words === "") return emptyText();
  const phase = args.phase === undefined ? "" : `[Phase ${oneLine(args.phase)}]: `;
  const why = args.why === undefined || oneLine(args.why) === "" ? "" : ` — ${oneLine(args.why)}`;
  const decision = phase + words + why;
  return { ok: true, texts: { [desk.paths.state]: addDecision(text, decision) }, data: { added: true, decision } };
}

export function noteBlocker(desk: Desk, args: TransitionOf<"add-blocker">): Draft {
  const text = desk.text(desk.paths.state);
  if (text === null) return stateMissing();
  const blocker = oneLine(args.text);
  if (blocker === "") return emptyText();
  return { ok: true, texts: { [desk.paths.state]: addBlocker(text, blocker) }, data: { added: true, blocker } };
}

export function liftBlocker(desk: Desk, args: TransitionOf<"resolve-blocker">): Draft {
  const text = desk.text(desk.paths.state);
  if (text === null) return stateMissing();
  const resolution = resolveBlocker(text, args.text);
  if (resolution.kind === "resolved") {
    return {
      ok: true,
      texts: { [desk.paths.state]: resolution.text },
      data: { resolved: true, blocker: resolution.blocker },
    };
  }
  if (resolution.kind === "ambiguous") {
    const message = `Several blockers match: ${resolution.candidates.join("; ")}.`;
    return refuse("blocker_ambiguous", message, "Give the whole text of one blocker.");
  }
  return refuse("blocker_unknown", "STATE.md lists no such blocker.", "Give the text as STATE.md lists it.");
}

/** Asks a person. The same question twice is asked once, with the time of the first. */
export function signalWaiting(desk: Desk, args: TransitionOf<"signal-waiting">): Draft {
  const question = args.question.trim();
  if (question === "") return emptyText();
  const signal = {
    status: "waiting",
    type: args.kind ?? "decision",
    question,
    options: [...(args.options ?? [])],
    since: new Date(desk.now).toISOString(),
    phase: args.phase ?? null,
  };
  const data = { signaled: true, path: desk.paths.waiting };
  const standing = parsed(desk.text(desk.paths.waiting));
  if (JSON.stringify({ ...standing, since: signal.since }) === JSON.stringify(signal)) {
    return { ok: true, texts: {}, data };
  }
  return { ok: true, texts: { [desk.paths.waiting]: `${JSON.stringify(signal, null, 2)}\n` }, data };
}

export function signalResume(desk: Desk): Draft {
  const removed = desk.text(desk.paths.waiting) !== null;
  return { ok: true, texts: removed ? { [desk.paths.waiting]: null } : {}, data: { resumed: true, removed } };
}

export function setField(desk: Desk, args: TransitionOf<"set-field">): Draft {
  const text = desk.text(desk.paths.state);
  if (text === null) return stateMissing();
  const edit = setStateFields(text, { [args.field]: args.value });
  if (edit.ok) return { ok: true, texts: { [desk.paths.state]: edit.text }, data: { updated: true } };
  if (edit.problem.code !== "field_not_settable") return stateUnreadable(edit.problem.message);
  return refuse("field_not_settable", edit.problem.message, "Name a single field, by its dotted path.");
}

function parsed(text: string | null) {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function emptyText(): TransitionRefusal {
  return refuse("text_empty", "There is no text to note.", "Say it in one line.");
}
