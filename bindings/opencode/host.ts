import type { PluginInput } from "@opencode-ai/plugin";
import type { Reaction } from "../../engine/index.ts";
import type { Clock } from "../shared/clock.ts";
import { withDeadline } from "../shared/deadline.ts";
import { KeptTexts } from "../shared/kept-texts.ts";
import type { Log } from "./log.ts";
import type { Speaker } from "./speaker.ts";
import { WakeUps } from "./wake-ups.ts";

const TOAST: Readonly<Record<string, "info" | "warning" | "error">> = {
  info: "info",
  warning: "warning",
  error: "error",
};

export interface HostParts {
  readonly client: PluginInput["client"];
  readonly clock: Clock;
  /** How long a call to the host may take, in milliseconds. */
  readonly deadlineMs: number;
  readonly log: Log;
  /** Wakes the engine for a session. */
  readonly wake: (session: string) => void;
}

/** What the engine asks for, done with OpenCode's means. Calls to the host have a deadline and never fail. */
export class Host {
  readonly wakeUps: WakeUps;
  readonly #client: PluginInput["client"];
  readonly #clock: Clock;
  readonly #deadlineMs: number;
  readonly #log: Log;
  /** Text that a session's next model calls must carry, until its turn ends. */
  readonly #pending = new Map<string, KeptTexts>();
  /** Text that all model calls of a session carry. */
  readonly #instructions = new Map<string, string>();
  readonly #speakers = new Map<string, Speaker>();
  /** Grows with each message of a session. */
  readonly #spoken = new Map<string, number>();
  /** The last follow-up that was sent to a session, and how many messages it had got by then. */
  readonly #sent = new Map<string, { readonly text: string; readonly messages: number }>();
  /** Texts of ours on their way into a session's messages. */
  readonly #left = new Set<string>();
  readonly #open = new Set<Promise<unknown>>();

  constructor(parts: HostParts) {
    const { client, clock, deadlineMs, log, wake } = parts;
    this.#client = client;
    this.#clock = clock;
    this.#deadlineMs = deadlineMs;
    this.#log = log;
    this.wakeUps = new WakeUps(clock, wake);
  }

  /** A follow-up without an agent would leave a plan-mode session's mode, so who speaks is remembered. */
  spoke(session: string, speaker: Speaker): void {
    this.#speakers.set(session, speaker);
    this.#spoken.set(session, this.messagesOf(session) + 1);
  }

  /** How many messages a session has got. */
  messagesOf(session: string): number {
    return this.#spoken.get(session) ?? 0;
  }

  isOurs(session: string, text: string): boolean {
    return this.#sent.get(session)?.text === text;
  }

  /** Whether it is our follow-up, and somebody spoke while it was on its way. */
  isOvertaken(session: string, text: string): boolean {
    return this.isOurs(session, text) && this.#sent.get(session)?.messages !== this.messagesOf(session);
  }

  /** Who spoke last. */
  speakerOf(session: string): Speaker {
    return this.#speakers.get(session) ?? {};
  }

  /** What belongs into the system prompt of a session's next model call: first what never changes, for its cache. */
  systemFor(session: string): readonly string[] {
    return [this.#instructions.get(session), this.#pending.get(session)?.joined()].flatMap((text) => text ?? []);
  }

  sessionEnded(session: string): void {
    this.wakeUps.forget(session);
    this.#instructions.delete(session);
  }

  turnEnded(session: string): void {
    this.#pending.delete(session);
  }

  /** Applies what does not need the hook's own output object. */
  apply(session: string, reactions: readonly Reaction[]): void {
    for (const reaction of reactions) {
      switch (reaction.type) {
        case "context":
          this.#keep(session, reaction.text);
          break;
        case "instruct":
          if (!this.#instructions.has(session)) this.#instructions.set(session, reaction.text);
          break;
        case "notify":
          this.notify(reaction.text, reaction.level);
          break;
        case "continue":
          this.#continue(session, reaction.prompt);
          break;
        case "wake":
          this.wakeUps.ask(session, reaction.after);
          break;
        default:
          break;
      }
    }
  }

  /** The same at the end of a turn: what the model is to see lies among the session's messages when the next begins. */
  applyAtTurnEnd(session: string, reactions: readonly Reaction[]): void {
    const texts = reactions.flatMap((reaction) => (reaction.type === "context" ? [reaction.text] : []));
    this.apply(
      session,
      reactions.filter(({ type }) => type !== "context"),
    );
    if (texts.length > 0) this.#background(this.#leave(session, texts.join("\n\n")));
  }

  /** Whether a message is one that was left for the next turn. */
  isLeft(session: string, text: string): boolean {
    return this.#left.has(`${session} ${text}`);
  }

  async #leave(session: string, text: string): Promise<void> {
    const key = `${session} ${text}`;
    this.#left.add(key);
    const parts = [{ type: "text" as const, text, synthetic: true }];
    const body = { ...this.#speakers.get(session), noReply: true, parts };
    const call = this.#client.session.prompt({ path: { id: session }, body });
    const answer = await withDeadline(call, this.#deadlineMs, this.#clock);
    this.#left.delete(key);
    if (answer === null || answer.error !== undefined) this.#keep(session, text);
  }

  #keep(session: string, text: string): void {
    const texts = this.#pending.get(session) ?? new KeptTexts();
    this.#pending.set(session, texts);
    texts.keep(text);
  }

  /** Waits for what was begun in the background. */
  async settle(): Promise<void> {
    await Promise.all(this.#open);
  }

  /** Tells a person, in the log and where one watches. */
  notify(text: string, level: "info" | "warning" | "error"): void {
    this.#log(level === "warning" ? "warn" : level, text);
    this.#background(
      this.#client.tui.showToast({ body: { title: "Loopwright", message: text, variant: TOAST[level] ?? "info" } }),
    );
  }

  #continue(session: string, prompt: string): void {
    this.#sent.set(session, { text: prompt, messages: this.messagesOf(session) });
    this.#background(
      this.#client.session.promptAsync({
        path: { id: session },
        body: { ...this.#speakers.get(session), parts: [{ type: "text", text: prompt }] },
      }),
    );
  }

  #background(call: Promise<unknown>): void {
    const bounded = withDeadline(call, this.#deadlineMs, this.#clock).finally(() => this.#open.delete(bounded));
    this.#open.add(bounded);
  }
}
