import type {
  CommandResult,
  EngineEvent,
  EnginePort,
  EngineStanding,
  EventType,
  Reaction,
} from "../../../engine/index.ts";

type Answer = readonly Reaction[] | (() => Promise<readonly Reaction[]>);

/** An engine that notes what it is told and answers as it is told to. */
export class ScriptedEngine implements EnginePort {
  readonly events: EngineEvent[] = [];
  readonly commands: { family: string; subcommand: string; audience: string; session: string | undefined }[] = [];
  readonly answers: Partial<Record<EventType, Answer>> = {};
  /** Whether the guard lets the canary's calls pass. */
  isAsleep = false;
  isClosed = false;

  standing(): EngineStanding {
    return { engine: "in-process", because: null };
  }

  async handle(event: EngineEvent): Promise<readonly Reaction[]> {
    this.events.push(event);
    const isProbe = event.type === "tool.before" && event.session.role === "unknown";
    if (isProbe && !this.isAsleep) return [{ type: "deny", rule: "probe", reason: "a probe", remedy: "None." }];
    const answer = this.answers[event.type] ?? [];
    return typeof answer === "function" ? answer() : answer;
  }

  async run(...[family, subcommand, args, caller]: Parameters<EnginePort["run"]>): Promise<CommandResult> {
    this.commands.push({ family, subcommand, audience: caller.audience, session: caller.session?.id });
    return { ok: true, data: { args }, text: `${family} ${subcommand} ${JSON.stringify(args)}` };
  }

  async wouldRun(): Promise<readonly string[]> {
    return [];
  }

  on(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** The events of some types, without those of the canary. */
  heard(...types: EventType[]): readonly EngineEvent[] {
    return this.events.filter(({ type, session }) => types.includes(type) && session.role !== "unknown");
  }
}
