import { CANARY_SESSION } from "../../bindings/shared/canary.ts";
import type { EngineEvent, EnginePort } from "../../engine/index.ts";
import type { StoryStep } from "./story-step.ts";

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type EventStep = Writable<Extract<StoryStep, { readonly event: unknown }>>;

/**
 * An engine behind a binding that notes what it is told and asked, in that order, and what it says. The canary's
 * calls are not noted: they are the binding's own, no host's.
 */
export class NotingEngine implements EnginePort {
  readonly notes: StoryStep[] = [];
  readonly #engine: EnginePort;

  constructor(engine: EnginePort) {
    this.#engine = engine;
  }

  standing() {
    return this.#engine.standing();
  }

  async handle(event: EngineEvent) {
    const note: EventStep = { event, reactions: [] };
    if (event.session.id !== CANARY_SESSION) this.notes.push(note);
    note.reactions = await this.#engine.handle(event);
    return note.reactions;
  }

  async run(...[family, subcommand, args, caller]: Parameters<EnginePort["run"]>) {
    const answer = await this.#engine.run(family, subcommand, args, caller);
    this.notes.push({ command: { family, subcommand, args, caller }, answer });
    return answer;
  }

  wouldRun(...asked: Parameters<EnginePort["wouldRun"]>) {
    return this.#engine.wouldRun(...asked);
  }

  on(...listener: Parameters<EnginePort["on"]>) {
    return this.#engine.on(...listener);
  }

  close() {
    return this.#engine.close();
  }
}
