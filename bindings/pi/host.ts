import type { ExtensionAPI, ExtensionCommandContext, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ENGINE_MARK, type EventOf, type Reaction } from "../../engine/index.ts";
import type { Clock } from "../shared/clock.ts";
import { withDeadline } from "../shared/deadline.ts";
import { Memory } from "./memory.ts";
import { tell } from "./tell.ts";

type Author = EventOf<"prompt.submit">["author"];

/** How long a prompt that was sent may take to become a run. */
const RUN_START_MS = 10_000;

/** What the engine asks for, done with pi's means. */
export class Host {
  readonly memory = new Memory();
  readonly #pi: ExtensionAPI;
  readonly #clock: Clock;
  /** Texts of ours on their way through the host's input, and how often a person had spoken when they were sent. */
  readonly #sent = new Map<string, { readonly author: Author; readonly spoken: number }>();
  #spoken = 0;
  #runStarts: (() => void) | null = null;
  #instructions: string | null = null;

  constructor(pi: ExtensionAPI, clock: Clock) {
    this.#pi = pi;
    this.#clock = clock;
  }

  /** Applies what does not need the event's own answer. */
  apply(reactions: readonly Reaction[], ctx: ExtensionContext): void {
    for (const reaction of reactions) {
      switch (reaction.type) {
        case "context":
          this.memory.keep(reaction.text);
          break;
        case "instruct":
          this.#instructions ??= reaction.text;
          break;
        case "notify":
          tell(ctx, reaction.level, reaction.text);
          break;
        case "continue":
          this.#send(reaction.prompt, "engine", ctx);
          break;
        default:
          break;
      }
    }
  }

  /** How often a person has spoken, by themselves or by a command. */
  get spoken(): number {
    return this.#spoken;
  }

  /**
   * Who wrote a text that comes in; null for a follow-up of ours where a person spoke while it was on its way. What
   * another extension sends is no person's word either.
   */
  received(text: string, source: string): Author | null {
    const ours = this.#sent.get(text);
    this.#sent.delete(text);
    if (ours?.author === "engine" && ours.spoken !== this.#spoken) return null;
    const isOurs = source === "extension" || text.startsWith(ENGINE_MARK);
    const author = ours?.author ?? (isOurs ? "engine" : "person");
    if (author !== "engine") this.#spoken++;
    return author;
  }

  /** Sends what a command has composed. Without a screen the host would end before the run that it starts. */
  async command(text: string, ctx: ExtensionCommandContext): Promise<void> {
    const mustWait = !ctx.hasUI && ctx.isIdle();
    const begun = new Promise<void>((resolve) => {
      this.#runStarts = resolve;
    });
    this.#send(text, "command", ctx);
    if (!mustWait) return;
    await withDeadline(begun, RUN_START_MS, this.#clock);
    await ctx.waitForIdle();
  }

  /** The host's system prompt with ours behind it, or null where we have none. */
  systemPrompt(own: string): string | null {
    return this.#instructions === null ? null : `${own}\n\n${this.#instructions}`;
  }

  runStarts(): void {
    this.#runStarts?.();
    this.#runStarts = null;
  }

  #send(text: string, author: Author, ctx: ExtensionContext): void {
    this.#sent.set(text, { author, spoken: this.#spoken });
    if (ctx.isIdle()) this.#pi.sendUserMessage(text);
    else this.#pi.sendUserMessage(text, { deliverAs: "followUp" });
  }
}
