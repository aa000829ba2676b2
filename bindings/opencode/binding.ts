import type { Config, Hooks, PluginInput } from "@opencode-ai/plugin";
import {
  type CompactionReason,
  ENGINE_MARK,
  type EngineEvent,
  type EnginePort,
  PROBE_SESSION,
  type Reaction,
  type SessionRef,
} from "../../engine/index.ts";
import { flyCanary } from "../shared/canary.ts";
import { capabilityServers } from "../shared/capability-servers.ts";
import type { Clock } from "../shared/clock.ts";
import type { Content } from "../shared/content.ts";
import { withDeadline } from "../shared/deadline.ts";
import { ENGINE_AWAY } from "../shared/engine-away.ts";
import { jsonArgs } from "../shared/json-args.ts";
import { messageOf } from "../shared/message-of.ts";
import { isAway, Outage } from "../shared/outage.ts";
import { OVERTAKEN } from "../shared/overtaken.ts";
import { noteEvent, type Presence, savePresence } from "../shared/presence.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { composeSlashCommand } from "../shared/slash-command.ts";
import { textOf } from "../shared/untyped.ts";
import { BusEvents } from "./events.ts";
import { Host } from "./host.ts";
import type { Log } from "./log.ts";
import { type BusEvent, callOutcome, dispatchFields, replaceText, resultText } from "./neutral.ts";
import { guardProbes } from "./probes.ts";
import { registerContent, registerServers } from "./registration.ts";
import { Sessions } from "./sessions.ts";
import { type Speaker, speakerOf } from "./speaker.ts";
import { doctorTool, hostTools } from "./tools.ts";
import { type TurnEnd, Turns } from "./turns.ts";

export interface BindingParts {
  readonly client: PluginInput["client"];
  readonly engine: EnginePort;
  readonly content: Content;
  readonly root: string;
  readonly folder: string;
  readonly endsAtIdle: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly deadlineMs: number;
  readonly home: string;
  readonly presence: Presence;
  readonly release: () => void;
}

type HookName = Exclude<keyof Hooks, "tool" | "auth" | "provider">;
type Handler<N extends HookName> = NonNullable<Hooks[N]>;

/** The host's only way to keep a prompt from the model; used where the person's settings ask for it. */
class RefusedPrompt extends Error {}

/** One engine at work in one OpenCode instance: the host's hooks in, the engine's reactions out. */
export class Binding {
  readonly #parts: BindingParts;
  readonly #sessions: Sessions;
  readonly #turns: Turns;
  readonly #host: Host;
  readonly #bus: BusEvents;
  /** Sessions between the two ends of a compaction. */
  readonly #compacting = new Map<string, CompactionReason>();
  readonly #commanded = new Set<string>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #outage = new Outage();
  readonly #bound: Hooks;
  #canaryFlown = false;

  constructor(parts: BindingParts) {
    const { client, clock, deadlineMs, log } = parts;
    this.#parts = parts;
    this.#sessions = new Sessions(client, deadlineMs, clock);
    const wake = (session: string) => this.#background(this.#wake(session));
    this.#host = new Host({ client, clock, deadlineMs, log, wake });
    this.#turns = new Turns(clock, (session, end) => this.#background(this.#turnEnded(session, end)));
    this.#bus = new BusEvents({
      sessions: this.#sessions,
      turns: this.#turns,
      folder: parts.folder,
      now: clock.now,
      emit: (event) => this.#background(this.#told(event)),
      compacted: (session) => this.#background(this.#compacted(session)),
      closing: (session) => this.#background(this.#turnCloses(session)),
    });
    this.#bound = this.#bind();
    parts.presence.hooks = Object.keys(this.#bound);
  }

  hooks(): Hooks {
    return this.#bound;
  }

  #bind(): Hooks {
    const parts = this.#parts;
    const binding = this;
    return {
      config: this.#hook("config", (config) => this.#configure(config)),
      event: this.#hook("event", async ({ event }) => {
        this.#bus.take(event as unknown as BusEvent);
        if (event.type === "session.created") this.#background(this.#flyCanary());
      }),
      "chat.message": this.#hook("chat.message", (input, output) => this.#prompt(input, output)),
      "command.execute.before": this.#hook("command.execute.before", (input, output) => this.#command(input, output)),
      // A hook that decides: its refusals reach the model, and its own failure refuses.
      "tool.execute.before": (input, output) => this.#beforeTool(input, output),
      "tool.execute.after": this.#hook("tool.execute.after", (input, output) => this.#afterTool(input, output)),
      "shell.env": this.#hook("shell.env", (input, output) => this.#shellEnvironment(input, output)),
      "experimental.session.compacting": this.#hook("experimental.session.compacting", (input, output) =>
        this.#beforeCompaction(input.sessionID, output),
      ),
      "experimental.compaction.autocontinue": this.#hook(
        "experimental.compaction.autocontinue",
        async (input, output) => {
          const reactions = await this.#compacted(input.sessionID, input.overflow ? "overflow" : "threshold");
          if (reactions.some(({ type }) => type === "hold")) output.enabled = false;
        },
      ),
      "experimental.chat.system.transform": this.#hook("experimental.chat.system.transform", async (input, output) => {
        if (input.sessionID !== undefined) output.system.push(...this.#host.systemFor(input.sessionID));
      }),
      dispose: this.#hook("dispose", () => this.#dispose()),
      get tool() {
        return {
          ...hostTools(parts.engine, (id) => binding.#sessions.known(id)),
          gsd_doctor: doctorTool(() => binding.#report()),
        };
      },
    };
  }

  /** A hook that must never disturb the host: what goes wrong is logged once and forgotten. */
  #hook<N extends HookName>(name: N, handler: Handler<N>): Handler<N> {
    const call = async (...args: unknown[]) => {
      try {
        await (handler as (...args: unknown[]) => Promise<void>)(...args);
      } catch (error) {
        if (error instanceof RefusedPrompt) throw error;
        this.#failed(name, error);
      }
    };
    return call as unknown as Handler<N>;
  }

  #background(work: Promise<unknown>): void {
    const caught = work
      .catch((error: unknown) => this.#failed("Work in the background", error))
      .finally(() => this.#pending.delete(caught));
    this.#pending.add(caught);
  }

  #failed(what: string, error: unknown): void {
    if (isAway(error)) {
      const word = this.#outage.wordOn(error);
      if (word !== null) this.#host.notify(word, "error");
    } else this.#parts.log("error", `${what} failed: ${messageOf(error)}`);
  }

  #handle(event: EngineEvent): Promise<readonly Reaction[]> {
    noteEvent(this.#parts.presence, event);
    return this.#outage.over(this.#parts.engine.handle(event));
  }

  /** Hands over an event whose concerns only advise, and applies what comes back. */
  async #advise(event: EngineEvent): Promise<readonly Reaction[]> {
    const reactions = await this.#handle(event);
    this.#host.apply(event.session.id, reactions);
    return reactions;
  }

  /** A message that came while the engine decided wins: nothing is sent on top of it. */
  async #adviseUnlessSpokenTo(event: EngineEvent): Promise<void> {
    const { id } = event.session;
    const before = this.#host.messagesOf(id);
    const reactions = await this.#handle(event);
    const isSpokenTo = this.#host.messagesOf(id) !== before;
    const isGoingOn = isSpokenTo || event.type !== "turn.stop" || reactions.some(({ type }) => type === "continue");
    if (isGoingOn) this.#host.apply(id, isSpokenTo ? reactions.filter(({ type }) => type !== "continue") : reactions);
    else this.#host.applyAtTurnEnd(id, reactions);
  }

  async #told(event: EngineEvent): Promise<void> {
    await this.#advise(event);
    if (event.type !== "session.end") return;
    this.#host.sessionEnded(event.session.id);
    savePresence(this.#parts.home, this.#parts.presence);
  }

  async #wake(id: string): Promise<void> {
    await this.#advise({ type: "wake", ...this.#at(this.#sessions.known(id)) });
  }

  #at(session: SessionRef) {
    return { session, at: this.#parts.clock.now() };
  }

  async #configure(config: Config): Promise<void> {
    const { presence, content, log, engine, deadlineMs, clock } = this.#parts;
    const servers = await withDeadline(capabilityServers(engine, this.#parts), deadlineMs, clock);
    presence.conflicts = [...registerContent(config, content), ...registerServers(config, servers ?? [])];
    for (const name of presence.conflicts)
      log("warn", `The ${name} of your own configuration stands; ours is not registered.`);
    // The first event says what is wrong.
    engine.warmUp?.().catch(() => undefined);
  }

  async #prompt(...[input, output]: Parameters<Handler<"chat.message">>): Promise<void> {
    const text = output.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    if (this.#host.isLeft(input.sessionID, text)) return;
    const ours = this.#host.isOurs(input.sessionID, text) || text.startsWith(ENGINE_MARK);
    if (this.#host.isOvertaken(input.sessionID, text)) this.#yieldTo(this.#host.speakerOf(input.sessionID), output);
    const speaker = speakerOf(input, output);
    this.#host.spoke(input.sessionID, speaker);
    const session = await this.#sessions.resolve(input.sessionID);
    await this.#flyCanary();
    this.#sessions.spoke(session.id);
    const commanded = this.#commanded.delete(session.id);
    const reactions = await this.#advise({
      type: "prompt.submit",
      ...this.#at(session),
      text,
      // A child is told things by its parent's model as a rule, so what it is told never counts as a person's word.
      author: ours || session.role === "child" ? "engine" : commanded ? "command" : "person",
      ...(speaker.agent !== undefined && { agent: speaker.agent }),
      ...(speaker.model && { model: `${speaker.model.providerID}/${speaker.model.modelID}` }),
    });
    const refusal = reactions.find((reaction) => reaction.type === "deny");
    if (!refusal) return;
    this.#host.apply(session.id, [{ type: "notify", level: "warning", text: refusalText(refusal) }]);
    throw new RefusedPrompt(refusalText(refusal));
  }

  /** No hook keeps a message from the model, so ours asks for nothing any more, and speaks as the person does. */
  #yieldTo(speaker: Speaker, { message, parts }: Parameters<Handler<"chat.message">>[1]): void {
    for (const part of parts) if (part.type === "text") part.text = OVERTAKEN;
    Object.assign(message, speaker);
  }

  async #command(...[input, output]: Parameters<Handler<"command.execute.before">>): Promise<void> {
    const { content, engine, presence } = this.#parts;
    const command = content.commands[input.command];
    if (!command || presence.conflicts.includes(`command ${input.command}`)) return;
    const session = await this.#sessions.resolve(input.sessionID);
    this.#commanded.add(session.id);
    const text = await composeSlashCommand(engine, command, input.arguments, session);
    const first = output.parts.find((part) => part.type === "text");
    if (first?.type === "text") first.text = text;
  }

  async #beforeTool(...[input, output]: Parameters<Handler<"tool.execute.before">>): Promise<void> {
    const session = this.#sessions.known(input.sessionID);
    const event = { ...this.#at(session), tool: input.tool, call: input.callID, args: jsonArgs(output.args) };
    const reactions = await this.#judge({ type: "tool.before", ...event });
    for (const reaction of reactions) {
      if (reaction.type === "deny" || reaction.type === "ask") throw new Error(refusalText(reaction));
      if (reaction.type === "replaceArgs") Object.assign(output.args, reaction.args);
    }
    if (input.tool === "task") {
      const dispatch = { call: input.callID, ...dispatchFields(event.args) };
      this.#background(this.#advise({ type: "task.dispatch", ...this.#at(session), ...dispatch }));
    }
  }

  /** Without an answer from the engine the gate is shut. */
  async #judge(event: EngineEvent): Promise<readonly Reaction[]> {
    try {
      return await this.#handle(event);
    } catch (error) {
      this.#failed("The guard", error);
      return [ENGINE_AWAY];
    }
  }

  async #afterTool(...[input, output]: Parameters<Handler<"tool.execute.after">>): Promise<void> {
    const session = this.#sessions.known(input.sessionID);
    const child = input.tool === "task" ? textOf(output.metadata?.sessionId) : "";
    // Its answer is here, so its turn is over.
    this.#turns.believe(child);
    const reactions = await this.#advise({
      type: "tool.after",
      ...this.#at(session),
      tool: input.tool,
      call: input.callID,
      outcome: callOutcome(output),
      result: resultText(output),
      args: jsonArgs(input.args),
    });
    for (const reaction of reactions) {
      if (reaction.type === "replaceResult") replaceText(output, reaction.result);
      if (reaction.type === "deny") replaceText(output, `${resultText(output)}\n\n${refusalText(reaction)}`);
    }
    if (input.tool !== "task") return;
    const agent = textOf(jsonArgs(input.args).subagent_type);
    const collect = { ...this.#at(session), call: input.callID, agent, ...(child !== "" && { child }) };
    await this.#advise({ type: "task.collect", ...collect });
  }

  async #shellEnvironment(...[input, output]: Parameters<Handler<"shell.env">>): Promise<void> {
    const session = this.#sessions.known(input.sessionID ?? "");
    const reactions = await this.#advise({ type: "shell.start", ...this.#at(session), folder: input.cwd });
    for (const reaction of reactions) if (reaction.type === "env") Object.assign(output.env, reaction.values);
  }

  async #beforeCompaction(id: string, output: { context: string[] }): Promise<void> {
    const session = await this.#sessions.resolve(id);
    const reason = this.#bus.compactionReason(id);
    this.#compacting.set(id, reason);
    const reactions = await this.#handle({ type: "context.compact", ...this.#at(session), reason });
    for (const reaction of reactions) if (reaction.type === "context") output.context.push(reaction.text);
  }

  /** The end of a compaction is told by a hook, by an event, or by both; the engine hears of it once. */
  async #compacted(id: string, told?: CompactionReason): Promise<readonly Reaction[]> {
    const begun = this.#compacting.get(id);
    this.#compacting.delete(id);
    // The hook comes first, and only where nobody asked: an event alone is the end of a person's compaction.
    const reason = told ?? (begun === "unknown" ? "person" : begun);
    if (reason === undefined) return [];
    const session = await this.#sessions.resolve(id);
    return this.#advise({ type: "context.compacted", ...this.#at(session), reason });
  }

  async #turnEnded(id: string, { outcome, message, at }: TurnEnd): Promise<void> {
    const known = this.#sessions.known(id);
    const session = known.role === "unknown" ? await this.#sessions.resolve(id) : known;
    this.#host.turnEnded(id);
    if (session.role === "child") {
      const agent = this.#sessions.agentOf(id);
      const stop = { type: "worker.stop", session, at, outcome, ...(agent !== null && { agent }) } as const;
      // Nobody speaks to a worker that has stopped: what is said about it is for the one who sent it.
      this.#host.apply(this.#sessions.parentOf(id) ?? id, await this.#handle(stop));
      return;
    }
    await this.#adviseUnlessSpokenTo({ type: "turn.stop", session, at, outcome, ...(message !== null && { message }) });
    savePresence(this.#parts.home, this.#parts.presence);
  }

  /** Proves the guard where it lives, once per instance and again when doctor asks. */
  async #flyCanary(): Promise<void> {
    if (this.#canaryFlown) return;
    this.#canaryFlown = true;
    const { presence, clock, root, log, home } = this.#parts;
    const gate = this.#bound["tool.execute.before"];
    presence.canary = await flyCanary(
      guardProbes(root),
      async ({ probe, tool, args }) => {
        try {
          await gate?.({ tool, sessionID: PROBE_SESSION, callID: probe }, { args: { ...args } });
          return false;
        } catch {
          // A refusal is what the probe is for.
          return true;
        }
      },
      clock.now(),
    );
    for (const { probe, denied } of presence.canary.probes) if (!denied) log("error", `The guard let ${probe} pass.`);
    savePresence(home, presence);
  }

  async #report(): Promise<Presence> {
    this.#canaryFlown = false;
    await this.#flyCanary();
    return this.#parts.presence;
  }

  /** A follow-up sent now joins the turn that is about to end; after it this host's process is gone. */
  async #turnCloses(id: string): Promise<void> {
    if (!this.#parts.endsAtIdle) return;
    await this.#adviseUnlessSpokenTo({ type: "turn.closing", ...this.#at(await this.#sessions.resolve(id)) });
  }

  async #dispose(): Promise<void> {
    this.#host.wakeUps.stop();
    this.#turns.settle();
    await Promise.all(this.#pending);
    for (const session of this.#sessions.spokenTo()) {
      await this.#advise({ type: "session.end", ...this.#at(session), reason: "quit" });
    }
    await this.#host.settle();
    savePresence(this.#parts.home, this.#parts.presence);
    await this.#parts.engine.close();
    this.#parts.release();
  }
}
