import type { EventType } from "../../engine/index.ts";
import type { StoryStep } from "./story-step.ts";

/** A field in which a host's word may differ from the neutral one. */
export interface Difference {
  readonly field: string;
  /** The events it is about; all when left out. */
  readonly of?: readonly EventType[];
  readonly because: string;
  /** Whether what the host said is its word for what the neutral trace says. */
  readonly means: (said: unknown, neutral: unknown) => boolean;
}

/** What of the neutral trace a host can tell. */
export interface HostWords {
  /** Events that the host does not have, each with the reason. */
  readonly missing: Readonly<Partial<Record<EventType, string>>>;
  /** Parts of the story that the host cannot live through, each with the reason. */
  readonly missingParts: Readonly<Partial<Record<NonNullable<StoryStep["part"]>, string>>>;
  /** The reason why the host tells the usage of a model call only when the calls of its answer are over. */
  readonly lateUsage?: string;
  readonly differences: readonly Difference[];
}

export const SAME_EVERYWHERE: readonly Difference[] = [
  {
    field: "at",
    because: "each host has its own pace",
    means: (said) => typeof said === "number",
  },
  {
    field: "result",
    of: ["tool.after"],
    because: "each host frames what a tool of its own gives back",
    means: (said, neutral) => String(said).toLowerCase().includes(String(neutral).toLowerCase()),
  },
  {
    field: "message",
    because: "each host has its own names for messages",
    means: (said) => typeof said === "string" && said !== "",
  },
];

/** The part of the neutral trace that a host can tell, in the order in which it tells it. */
export function restricted(trace: readonly StoryStep[], words: HostWords): readonly StoryStep[] {
  const told = trace.filter((step) => !isMissing(step, words)).map(({ part: _, ...step }) => step as StoryStep);
  return words.lateUsage === undefined ? told : withLateUsage(told);
}

function isMissing(step: StoryStep, { missing, missingParts }: HostWords): boolean {
  if (step.part !== undefined && step.part in missingParts) return true;
  return "event" in step && step.event.type in missing;
}

/** What belongs to the calls of one answer. */
const OF_CALLS: ReadonlySet<EventType> = new Set([
  "tool.before",
  "tool.after",
  "task.dispatch",
  "task.collect",
  "permission.asked",
  "permission.answered",
  "shell.start",
]);

function withLateUsage(trace: readonly StoryStep[]): readonly StoryStep[] {
  const late: StoryStep[] = [];
  const waiting = new Map<string, StoryStep>();
  for (const step of trace) {
    const session = "event" in step ? step.event.session.id : "";
    const isOfCalls = !("event" in step) || OF_CALLS.has(step.event.type);
    const due = isOfCalls ? undefined : waiting.get(session);
    if (due !== undefined) {
      late.push(due);
      waiting.delete(session);
    }
    if ("event" in step && step.event.type === "usage") waiting.set(session, step);
    else late.push(step);
  }
  return [...late, ...waiting.values()];
}

/** What was noted, with each word of the host's that means the neutral one put in its place. */
export function inNeutralWords(
  notes: readonly StoryStep[],
  trace: readonly StoryStep[],
  { differences }: HostWords,
): readonly StoryStep[] {
  return notes.map((note, index) => {
    const neutral = trace[index];
    if (!("event" in note) || neutral === undefined || !("event" in neutral)) return note;
    if (note.event.type !== neutral.event.type) return note;
    return { ...note, event: translated(note.event, neutral.event, differences) } as StoryStep;
  });
}

function translated(said: object, neutral: object, differences: readonly Difference[]): object {
  const event: Record<string, unknown> = { ...said };
  for (const { field, of, means } of differences) {
    const isAbout = of === undefined || of.some((type) => type === event.type);
    const wanted: unknown = Reflect.get(neutral, field);
    if (isAbout && wanted !== undefined && means(event[field], wanted)) event[field] = wanted;
  }
  return event;
}
