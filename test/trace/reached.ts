/** What came of the engine's reactions in a host. */
export class Reached {
  /** What refused calls were told. */
  readonly refusals: string[] = [];
  /** Texts that were sent into a session: commands and continuations. */
  readonly sent: string[] = [];
  readonly notices: string[] = [];
  /** Texts that became part of a session's system prompt; they come with each call. */
  readonly instructions = new Set<string>();
  /** Texts that were put before the model. */
  readonly contexts: string[] = [];
  readonly environments: object[] = [];
}
