import type { PluginInput } from "@opencode-ai/plugin";
import type { SessionRef } from "../../engine/index.ts";
import type { Clock } from "../shared/clock.ts";
import { withDeadline } from "../shared/deadline.ts";

/** Which sessions are roots and which are somebody's children. Identity comes from events and look-ups only. */
export class Sessions {
  readonly #client: PluginInput["client"];
  readonly #deadlineMs: number;
  readonly #clock: Clock;
  readonly #parents = new Map<string, string | null>();
  readonly #agents = new Map<string, string>();
  readonly #spokenTo = new Set<string>();

  constructor(client: PluginInput["client"], deadlineMs: number, clock: Clock) {
    this.#client = client;
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
  }

  created(id: string, parent: string | undefined, agent?: string): void {
    this.#parents.set(id, parent ?? null);
    if (agent !== undefined) this.#agents.set(id, agent);
  }

  forget(id: string): void {
    this.#parents.delete(id);
    this.#agents.delete(id);
    this.#spokenTo.delete(id);
  }

  agentOf(id: string): string | null {
    return this.#agents.get(id) ?? null;
  }

  spoke(id: string): void {
    this.#spokenTo.add(id);
  }

  /** Roots that got a prompt in this process. */
  spokenTo(): readonly SessionRef[] {
    return [...this.#spokenTo].map((id) => this.known(id)).filter(({ role }) => role === "root");
  }

  parentOf(id: string): string | null {
    return this.#parents.get(id) ?? null;
  }

  /** What is known without asking the host. */
  known(id: string): SessionRef {
    const parent = this.#parents.get(id);
    return { id, role: parent === undefined ? "unknown" : parent === null ? "root" : "child" };
  }

  /** Asks the host about a session that this process never saw created. No answer in time leaves it unknown. */
  async resolve(id: string): Promise<SessionRef> {
    if (this.#parents.has(id)) return this.known(id);
    const answer = await withDeadline(this.#client.session.get({ path: { id } }), this.#deadlineMs, this.#clock);
    if (answer?.data?.id === id) this.created(id, answer.data.parentID);
    return this.known(id);
  }
}
