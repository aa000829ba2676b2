import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { bindOpenCode } from "../../bindings/opencode/bind.ts";
import type { EnginePort } from "../../engine/index.ts";
import { FakeClock } from "../field/event-trace/fake-clock.ts";
import { ClientRecord, scriptedClient } from "../field/event-trace/scripted-client.ts";
import { filled } from "./blanks.ts";
import { Reached } from "./reached.ts";
import type { Fields, OpenCodeLine } from "./recording.ts";
import { STORY_CONTENT } from "./story-content.ts";
import type { StoryProject } from "./story-project.ts";

type Hook = (input: unknown, output?: unknown) => Promise<void>;

/** Hands the binding what the host handed over when the story was recorded. */
export async function replayOpenCode(
  lines: readonly OpenCodeLine[],
  engine: EnginePort,
  project: StoryProject,
  endsAtIdle = false,
): Promise<Reached> {
  const host = new ReplayedOpenCode(engine, project, endsAtIdle);
  for (const line of lines) await host.take(line);
  await host.leave();
  return host.reached;
}

class ReplayedOpenCode {
  readonly reached = new Reached();
  readonly #project: StoryProject;
  readonly #clock = new FakeClock(0);
  readonly #client = new ClientRecord();
  readonly #hooks: Hooks;

  constructor(engine: EnginePort, project: StoryProject, endsAtIdle: boolean) {
    this.#project = project;
    const client = scriptedClient({}, this.#client);
    const input: unknown = { client, directory: project.root, worktree: project.root };
    this.#hooks = bindOpenCode(input as PluginInput, undefined, {
      content: STORY_CONTENT,
      version: "0.0.0",
      entry: "replay",
      home: project.home,
      engineFor: () => engine,
      clock: this.#clock,
      endsAtIdle,
    });
  }

  /** As the host does: it waits for hooks and tools, and not for handlers of events. */
  async take(recorded: OpenCodeLine): Promise<void> {
    const line = filled(recorded, this.#project.root, this.reached.sent);
    await this.#clock.advance(line.at - this.#clock.now());
    if ("event" in line) void this.#call("event", { event: line.event });
    if ("hook" in line) await this.#hook(line.hook, line.input, line.output);
    if ("tool" in line) await this.#hooks.tool?.[line.tool]?.execute(line.args, line.context as never);
    await this.#clock.advance(0);
    this.#takeSent();
  }

  async leave(): Promise<void> {
    await this.#call("dispose", undefined);
    this.reached.notices.push(...this.#client.toasts);
  }

  async #hook(name: string, input: Fields, recorded: Fields | undefined): Promise<void> {
    const output = structuredClone(recorded ?? {});
    try {
      await this.#call(name, input, output);
    } catch (refusal) {
      this.reached.refusals.push(refusal instanceof Error ? refusal.message : String(refusal));
    }
    if (name === "command.execute.before") this.reached.sent.push(firstText(output));
    if (name === "experimental.session.compacting") this.reached.contexts.push(...added(output, recorded, "context"));
    if (name === "experimental.chat.system.transform") this.#reachedSystem(added(output, recorded, "system"));
    if (name === "shell.env") this.reached.environments.push(output.env as object);
  }

  async #call(name: string, input: unknown, output?: unknown): Promise<void> {
    await (Reflect.get(this.#hooks, name) as Hook)(input, output);
  }

  #reachedSystem(texts: readonly string[]): void {
    for (const text of texts) {
      if (text === STORY_CONTENT.bootstrap) this.reached.instructions.add(text);
      else this.reached.contexts.push(text);
    }
  }

  #takeSent(): void {
    for (const { text } of this.#client.prompts.splice(0)) this.reached.sent.push(text);
  }
}

function firstText({ parts }: Fields): string {
  const texts = parts as readonly { readonly type: string; readonly text?: string }[];
  return texts.find(({ type }) => type === "text")?.text ?? "";
}

function added(output: Fields, before: Fields | undefined, list: string): readonly string[] {
  const had = (before?.[list] as readonly string[] | undefined)?.length ?? 0;
  return (output[list] as readonly string[]).slice(had);
}
