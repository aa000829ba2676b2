import type { EngineEvent, EnginePort } from "../../engine/index.ts";
import type { Said, Told } from "./told.ts";

/** Notes what an engine is told or asked, has it heard, and notes what the engine says. */
export type Note = <T extends Said>(told: Told, hear: () => Promise<T>) => Promise<T>;

/** An engine behind a binding, with all that passes between the two noted. */
export class NotingEngine implements EnginePort {
  readonly #engine: EnginePort;
  readonly #note: Note;

  constructor(engine: EnginePort, note: Note) {
    this.#engine = engine;
    this.#note = note;
  }

  standing() {
    return this.#engine.standing();
  }

  handle(event: EngineEvent) {
    return this.#note({ event }, () => this.#engine.handle(event));
  }

  run(...[family, subcommand, args, caller]: Parameters<EnginePort["run"]>) {
    const command = { family, subcommand, args, caller };
    return this.#note({ command }, () => this.#engine.run(family, subcommand, args, caller));
  }

  wouldRun(...asked: Parameters<EnginePort["wouldRun"]>) {
    return this.#engine.wouldRun(...asked);
  }

  on(...listener: Parameters<EnginePort["on"]>) {
    return this.#engine.on(...listener);
  }

  async warmUp() {
    await this.#engine.warmUp?.();
  }

  close() {
    return this.#engine.close();
  }
}
