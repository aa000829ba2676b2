import { type FieldCase, type Fields, fieldsOf } from "./case.ts";

/** The sessions that a case speaks of and what the host knows about each. */
export class Sessions {
  readonly #infos = new Map<string, Fields>();
  readonly #fallback: string | undefined;

  constructor({ given, steps }: FieldCase, projects: readonly string[]) {
    this.#fallback = projects.length === 1 ? projects[0] : undefined;
    for (const [id, answer] of Object.entries(fieldsOf(given.client?.["session.get"])))
      this.#learn(id, fieldsOf(answer));
    for (const step of steps) {
      if (step.do !== "event" && step.do !== "event-all") continue;
      const info = fieldsOf(step.event.properties.info);
      if (step.event.type === "session.created") this.#learn(String(info.id), info);
    }
  }

  get ids(): readonly string[] {
    return [...this.#infos.keys()];
  }

  /** The folder that the host runs a session in; none for a session that the case does not introduce. */
  directoryOf(session: string): string | undefined {
    const directory = this.#infos.get(session)?.directory;
    return typeof directory === "string" ? directory : this.#infos.has(session) ? this.#fallback : undefined;
  }

  /** `session.get` of a host that knows every session, also those whose look-up fails later on. */
  answers(): Fields {
    return Object.fromEntries(this.#infos);
  }

  #learn(id: string, answer: Fields): void {
    const known = this.#infos.get(id);
    this.#infos.set(id, "id" in answer ? answer : (known ?? { id }));
  }
}
