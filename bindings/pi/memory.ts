import type { BeforeAgentStartEventResult, ContextEvent } from "@earendil-works/pi-coding-agent";

import { KeptTexts } from "../shared/kept-texts.ts";

type Messages = ContextEvent["messages"];

/** Marks our messages in the host's session log. */
const CUSTOM_TYPE = "loopwright";

/**
 * Text that the model must see with its next request. A new prompt takes it into the session log; a run that goes on
 * by itself, as after a compaction in its middle, gets it added to each of its requests until it ends.
 */
export class Memory {
  readonly #texts = new KeptTexts();
  #seen = false;

  keep(text: string): void {
    this.#texts.keep(text);
    this.#seen = false;
  }

  /** What goes into the session log beside a new prompt. */
  forPrompt(): BeforeAgentStartEventResult | undefined {
    const content = this.#texts.joined();
    this.#texts.clear();
    return content === null ? undefined : { message: { customType: CUSTOM_TYPE, content, display: false } };
  }

  /** The messages of a request with what is kept behind the summary, where its place never moves. */
  withKept(messages: Messages): Messages | undefined {
    const text = this.#texts.joined();
    if (text === null) return undefined;
    this.#seen = true;
    const summary = messages.findLastIndex(({ role }) => role === "compactionSummary");
    const at = summary === -1 ? messages.length : summary + 1;
    const kept: Messages[number] = { role: "user", content: [{ type: "text", text }], timestamp: 0 };
    return [...messages.slice(0, at), kept, ...messages.slice(at)];
  }

  /** What the run has seen, its own messages go on from. */
  runEnded(): void {
    if (this.#seen) this.#texts.clear();
  }
}
