import type { EventOf, EventType } from "./event.ts";
import type { ProjectContext } from "./loop/context.ts";
import type { Reaction } from "./reaction.ts";

/**
 * One thing that the engine does about one kind of event. A `gate` that fails shuts; `advice` that fails is silent.
 * Concerns never call each other: they share the project's files and the run record.
 */
export interface Concern<T extends EventType> {
  readonly name: string;
  readonly posture: "gate" | "advice";
  react(event: EventOf<T>, context: ProjectContext): readonly Reaction[];
}

export type ConcernTable = { readonly [T in EventType]: readonly Concern<T>[] };

export const NOTHING: readonly Reaction[] = [];
