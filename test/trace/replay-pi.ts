import { bindPi } from "../../bindings/pi/bind.ts";
import type { EnginePort } from "../../engine/index.ts";
import { FakePi } from "../bindings/pi/fake-pi.ts";
import { FakeClock } from "../field/event-trace/fake-clock.ts";
import { filled } from "./blanks.ts";
import { Reached } from "./reached.ts";
import type { PiFacts, PiLine } from "./recording.ts";
import { STORY_CONTENT } from "./story-content.ts";
import type { StoryProject } from "./story-project.ts";

/** Hands the binding what the host handed over when the story was recorded. */
export async function replayPi(lines: readonly PiLine[], engine: EnginePort, project: StoryProject): Promise<Reached> {
  const [first] = lines;
  if (first === undefined) throw new Error("The recording is empty");
  const host = new ReplayedPi(first.context, engine, project);
  for (const line of lines) await host.take(line);
  return host.reached;
}

interface Answer {
  readonly block?: boolean;
  readonly reason?: string;
  readonly message?: { readonly content: string };
  readonly systemPrompt?: string;
}

class ReplayedPi {
  readonly reached = new Reached();
  readonly #root: string;
  readonly #clock = new FakeClock(0);
  readonly #pi: FakePi;

  constructor({ session, hasUI, branch }: PiFacts, engine: EnginePort, { root, home }: StoryProject) {
    this.#root = root;
    this.#pi = new FakePi({ folder: root, session, hasUI, branch });
    bindPi(this.#pi.api, {
      content: STORY_CONTENT,
      version: "0.0.0",
      entry: "replay",
      home,
      engineFor: () => engine,
      clock: this.#clock,
    });
  }

  /** As the host does: it waits for every handler. */
  async take(recorded: PiLine): Promise<void> {
    const line = filled(recorded, this.#root, this.reached.sent);
    await this.#clock.advance(line.at - this.#clock.now());
    Object.assign(this.#pi, { isIdle: line.context.isIdle, leaf: line.context.leaf, model: line.context.model });
    if ("event" in line) this.#answered(await this.#pi.raise<Answer>(line.event.type, line.event));
    if ("command" in line) await this.#pi.command(line.command, line.argument);
    if ("tool" in line) await this.#pi.callTool(line.tool, line.args);
    this.reached.sent.push(...this.#pi.sent.splice(0).map(({ text }) => text));
    this.reached.notices.push(...this.#pi.notes.splice(0).map(({ text }) => text.replace("Loopwright: ", "")));
  }

  #answered(answer: Answer | undefined): void {
    if (answer?.block) this.reached.refusals.push(answer.reason ?? "");
    if (answer?.systemPrompt) this.reached.instructions.add(answer.systemPrompt.replace("$SYSTEM_PROMPT\n\n", ""));
    if (answer?.message) this.reached.contexts.push(answer.message.content);
  }
}
