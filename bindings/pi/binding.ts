import type {
  BeforeAgentStartEvent,
  BeforeAgentStartEventResult,
  ContextEvent,
  ExtensionAPI,
  ExtensionContext,
  InputEvent,
  InputEventResult,
  MessageEndEvent,
  SessionBeforeCompactEvent,
  SessionCompactEvent,
  SessionShutdownEvent,
  SessionStartEvent,
  ToolCallEvent,
  ToolCallEventResult,
  ToolExecutionEndEvent,
  ToolResultEvent,
  ToolResultEventResult,
} from "@earendil-works/pi-coding-agent";
import {
  type EngineEvent,
  type EnginePort,
  type JsonObject,
  PROBE_SESSION,
  type Reaction,
  type SessionRef,
} from "../../engine/index.ts";
import { flyCanary, type Probe } from "../shared/canary.ts";
import { capabilityServers } from "../shared/capability-servers.ts";
import type { Clock } from "../shared/clock.ts";
import type { Content } from "../shared/content.ts";
import { withDeadline } from "../shared/deadline.ts";
import { ENGINE_AWAY } from "../shared/engine-away.ts";
import { jsonArgs } from "../shared/json-args.ts";
import { messageOf } from "../shared/message-of.ts";
import { isAway, Outage } from "../shared/outage.ts";
import { noteEvent, type Presence, savePresence } from "../shared/presence.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { composeSlashCommand } from "../shared/slash-command.ts";
import { recordOf } from "../shared/untyped.ts";
import { registerCommands } from "./commands.ts";
import { Host } from "./host.ts";
import {
  answerOutcome,
  compactionReason,
  endReason,
  modelOf,
  resultText,
  startReason,
  summaryUsage,
  type TurnOutcome,
  usageOf,
} from "./neutral.ts";
import { guardProbes } from "./probes.ts";
import { tell } from "./tell.ts";
import { doctorTool, hostTools, registerTools } from "./tools.ts";

/** The host cannot abort a call while its handlers have not answered. */
const GATE_MS = 5_000;
const ADVICE_MS = 3_000;

export interface BindingParts {
  readonly pi: ExtensionAPI;
  readonly engine: EnginePort;
  readonly content: Content;
  readonly root: string;
  readonly role: SessionRef["role"];
  readonly clock: Clock;
  readonly home: string;
  readonly presence: Presence;
  /** The handler of tool calls as the host has it. */
  readonly gate: (event: ToolCallEvent, ctx: ExtensionContext) => Promise<ToolCallEventResult | undefined>;
  readonly release: () => void;
}

/** One engine at work in one pi session: the host's events in, the engine's reactions out. */
export class Binding {
  readonly #parts: BindingParts;
  readonly #host: Host;
  /** Calls that were refused here and have not ended yet. */
  readonly #denied = new Map<string, JsonObject>();
  /** Calls whose result the engine knows, and which have not ended yet. */
  readonly #told = new Set<string>();
  readonly #outage = new Outage();
  #lastAnswer: TurnOutcome = "idle";

  constructor(parts: BindingParts) {
    this.#parts = parts;
    this.#host = new Host(parts.pi, parts.clock);
  }

  async sessionStart(event: SessionStartEvent, ctx: ExtensionContext): Promise<void> {
    this.#register(ctx);
    await this.#offerServers(ctx);
    await this.#advise(
      { type: "session.start", ...this.#at(ctx), reason: startReason(event, ctx), folder: ctx.cwd },
      ctx,
    );
    await this.#flyCanary(ctx);
  }

  async input({ text, source }: InputEvent, ctx: ExtensionContext): Promise<InputEventResult | undefined> {
    const author = this.#host.received(text, source);
    if (author === null) return { action: "handled" };
    const model = modelOf(ctx);
    const prompt = { ...this.#at(ctx), text, author, ...(model && { model }) };
    const reactions = await this.#advise({ type: "prompt.submit", ...prompt }, ctx);
    const refusal = reactions.find((reaction) => reaction.type === "deny");
    if (!refusal) return undefined;
    tell(ctx, "warning", refusalText(refusal));
    return { action: "handled" };
  }

  beforeAgentStart(event: BeforeAgentStartEvent): BeforeAgentStartEventResult | undefined {
    this.#host.runStarts();
    const systemPrompt = this.#host.systemPrompt(event.systemPrompt);
    const kept = this.#host.memory.forPrompt();
    return systemPrompt === null ? kept : { ...kept, systemPrompt };
  }

  context(event: ContextEvent): { messages: ContextEvent["messages"] } | undefined {
    const messages = this.#host.memory.withKept(event.messages);
    return messages && { messages };
  }

  async toolCall(event: ToolCallEvent, ctx: ExtensionContext): Promise<ToolCallEventResult | undefined> {
    const isProbe = isCanary(event);
    const session: SessionRef = isProbe ? { id: PROBE_SESSION, role: "unknown" } : this.#session(ctx);
    const call = { tool: event.toolName, call: event.toolCallId, args: jsonArgs(event.input) };
    const asked = { type: "tool.before", session, at: this.#parts.clock.now(), ...call } as const;
    for (const reaction of await this.#judge(asked, ctx)) {
      if (reaction.type === "replaceArgs") Object.assign(event.input, reaction.args);
      if (reaction.type !== "deny" && reaction.type !== "ask") continue;
      const reason = refusalText(reaction);
      if (reaction.type === "ask" && !isProbe && (await this.#isAllowed(event.toolCallId, reason, ctx))) continue;
      if (!isProbe) this.#denied.set(event.toolCallId, call.args);
      return { block: true, reason };
    }
    return undefined;
  }

  /** Asks the person, and tells the engine what they said. Nobody there is a no. */
  async #isAllowed(request: string, question: string, ctx: ExtensionContext): Promise<boolean> {
    const isAllowed = await isAllowedByPerson(question, ctx);
    const answer = isAllowed ? "once" : "reject";
    await this.#advise({ type: "permission.answered", ...this.#at(ctx), request, answer }, ctx);
    return isAllowed;
  }

  async toolResult(event: ToolResultEvent, ctx: ExtensionContext): Promise<ToolResultEventResult | undefined> {
    this.#told.add(event.toolCallId);
    const reactions = await this.#advise(
      {
        type: "tool.after",
        ...this.#at(ctx),
        tool: event.toolName,
        call: event.toolCallId,
        outcome: event.isError ? "error" : "ok",
        result: resultText(event.content),
        args: jsonArgs(event.input),
      },
      ctx,
    );
    const refused = reactions.find((reaction) => reaction.type === "deny");
    if (refused) return { content: [{ type: "text", text: refusalText(refused) }], isError: true };
    const replaced = reactions.findLast((reaction) => reaction.type === "replaceResult");
    if (replaced === undefined) return undefined;
    const others = event.content.filter(({ type }) => type !== "text");
    return { content: [{ type: "text", text: replaced.result }, ...others] };
  }

  /** Only here a call shows that never ran: refused, unknown, or with arguments that do not fit. */
  async toolEnd(event: ToolExecutionEndEvent, ctx: ExtensionContext): Promise<void> {
    const args = this.#denied.get(event.toolCallId);
    const isDenied = this.#denied.delete(event.toolCallId);
    if (this.#told.delete(event.toolCallId)) return;
    const outcome = isDenied ? "denied" : event.isError ? "error" : "ok";
    const result = resultText(recordOf(event.result).content);
    const call = { ...this.#at(ctx), tool: event.toolName, call: event.toolCallId };
    await this.#advise({ type: "tool.after", ...call, outcome, result, ...(args && { args }) }, ctx);
  }

  async messageEnd({ message }: MessageEndEvent, ctx: ExtensionContext): Promise<void> {
    this.#lastAnswer = answerOutcome(message) ?? this.#lastAnswer;
    const usage = usageOf(message);
    if (usage) await this.#advise({ type: "usage", ...this.#at(ctx), ...usage }, ctx);
  }

  /** The host takes no text for its summary, so what must survive is given again afterwards. */
  async beforeCompact(event: SessionBeforeCompactEvent, ctx: ExtensionContext): Promise<void> {
    const reason = compactionReason(event.reason);
    const reactions = await this.#ask({ type: "context.compact", ...this.#at(ctx), reason }, ctx, ADVICE_MS);
    this.#host.apply(reactions?.filter(({ type }) => type === "notify") ?? [], ctx);
  }

  async compacted(event: SessionCompactEvent, ctx: ExtensionContext): Promise<void> {
    const usage = summaryUsage(event, ctx);
    if (usage) await this.#advise({ type: "usage", ...this.#at(ctx), ...usage }, ctx);
    await this.#advise({ type: "context.compacted", ...this.#at(ctx), reason: compactionReason(event.reason) }, ctx);
  }

  async settled(aborted: boolean, ctx: ExtensionContext): Promise<void> {
    const outcome = aborted ? "aborted" : this.#lastAnswer;
    this.#lastAnswer = "idle";
    this.#host.memory.runEnded();
    const leaf = ctx.sessionManager.getLeafEntry();
    const message = leaf?.type === "message" ? leaf.id : undefined;
    if (this.#parts.role === "child") await this.#advise({ type: "worker.stop", ...this.#at(ctx), outcome }, ctx);
    else await this.#turnEnded({ type: "turn.stop", ...this.#at(ctx), outcome, ...(message && { message }) }, ctx);
    this.#savePresence();
  }

  /** A message that came while the engine decided wins: nothing is sent on top of it. */
  async #turnEnded(event: EngineEvent, ctx: ExtensionContext): Promise<void> {
    const before = this.#host.spoken;
    const reactions = (await this.#ask(event, ctx, ADVICE_MS)) ?? [];
    const isSpokenTo = this.#host.spoken !== before;
    this.#host.apply(isSpokenTo ? reactions.filter(({ type }) => type !== "continue") : reactions, ctx);
  }

  async shutdown(event: SessionShutdownEvent, ctx: ExtensionContext): Promise<void> {
    const { engine, clock, release } = this.#parts;
    try {
      await this.#advise({ type: "session.end", ...this.#at(ctx), reason: endReason(event) }, ctx);
      this.#savePresence();
      await withDeadline(engine.close(), ADVICE_MS, clock);
    } finally {
      release();
    }
  }

  #register(ctx: ExtensionContext): void {
    const { pi, engine, content, presence } = this.#parts;
    const tools = [...hostTools(engine, (ctx) => this.#session(ctx)), doctorTool((ctx) => this.#report(ctx))];
    const takenCommands = registerCommands(pi, content, async (command, argument, ctx) => {
      await this.#host.command(await composeSlashCommand(engine, command, argument, this.#session(ctx)), ctx);
    });
    const takenTools = registerTools(pi, tools);
    presence.conflicts = [
      ...takenCommands.map((name) => `command ${name}`),
      ...takenTools.map((name) => `tool ${name}`),
    ];
    for (const name of presence.conflicts)
      tell(ctx, "warning", `The ${name} that is there stands; ours is not registered.`);
  }

  /** An entry of the person's own under the same name wins; the host sees to that. */
  async #offerServers(ctx: ExtensionContext): Promise<void> {
    const { pi, engine, clock } = this.#parts;
    if (typeof pi.registerMcpServer !== "function") return;
    const servers = await withDeadline(capabilityServers(engine, this.#parts), ADVICE_MS, clock);
    for (const { name, command, environment } of servers ?? []) {
      const [program, ...args] = command;
      try {
        pi.registerMcpServer(name, { command: program, args, env: { ...environment }, exposure: "direct" });
      } catch (error) {
        tell(ctx, "warning", `The MCP server ${name} is not offered: ${messageOf(error)}`);
      }
    }
  }

  #session(ctx: ExtensionContext): SessionRef {
    return { id: ctx.sessionManager.getSessionId(), role: this.#parts.role };
  }

  #at(ctx: ExtensionContext) {
    return { session: this.#session(ctx), at: this.#parts.clock.now() };
  }

  /** Hands over an event whose concerns only advise, and applies what comes back. */
  async #advise(event: EngineEvent, ctx: ExtensionContext): Promise<readonly Reaction[]> {
    const reactions = (await this.#ask(event, ctx, ADVICE_MS)) ?? [];
    this.#host.apply(reactions, ctx);
    return reactions;
  }

  /** Without an answer from the engine the gate is shut. */
  async #judge(event: EngineEvent, ctx: ExtensionContext): Promise<readonly Reaction[]> {
    return (await this.#ask(event, ctx, GATE_MS)) ?? [ENGINE_AWAY];
  }

  /** The engine's reactions, or null when it fails, takes longer than `ms`, or the run is aborted meanwhile. */
  #ask(event: EngineEvent, ctx: ExtensionContext, ms: number): Promise<readonly Reaction[] | null> {
    noteEvent(this.#parts.presence, event);
    const answer = this.#outage.over(this.#parts.engine.handle(event)).catch((error: unknown) => {
      const word = isAway(error) ? this.#outage.wordOn(error) : `${event.type} failed: ${messageOf(error)}`;
      if (word !== null) tell(ctx, "error", word);
      return null;
    });
    return withDeadline(answer, ms, this.#parts.clock, event.type === "tool.before" ? ctx.signal : undefined);
  }

  /** Proves the guard where it lives, once per session and again when doctor asks. */
  async #flyCanary(ctx: ExtensionContext): Promise<void> {
    const { presence, clock, root } = this.#parts;
    const isDenied = async ({ probe, tool, args }: Probe) => {
      const call = { type: "tool_call", toolCallId: `${PROBE_SESSION}: ${probe}`, toolName: tool, input: { ...args } };
      const answer = await this.#parts.gate(call as ToolCallEvent, ctx);
      return answer?.block === true;
    };
    presence.canary = await flyCanary(guardProbes(root), isDenied, clock.now());
    for (const { probe, denied } of presence.canary.probes) {
      if (!denied) tell(ctx, "error", `The guard let ${probe} pass.`);
    }
    this.#savePresence();
  }

  async #report(ctx: ExtensionContext): Promise<Presence> {
    await this.#flyCanary(ctx);
    return this.#parts.presence;
  }

  /** The file is the leading session's: a child would speak for it. */
  #savePresence(): void {
    if (this.#parts.role === "root") savePresence(this.#parts.home, this.#parts.presence);
  }
}

function isCanary({ toolCallId }: ToolCallEvent): boolean {
  return toolCallId.startsWith(PROBE_SESSION);
}

async function isAllowedByPerson(question: string, ctx: ExtensionContext): Promise<boolean> {
  return ctx.hasUI && (await ctx.ui.confirm("Loopwright", question, ctx.signal && { signal: ctx.signal }));
}
