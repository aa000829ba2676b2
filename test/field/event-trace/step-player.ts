import { type FieldCase, type Fields, fieldsOf, type Step } from "./case.ts";
import { checkExpectations } from "./expectations.ts";
import type { FileReads } from "./file-reads.ts";
import { callHook, type Instance } from "./host-process.ts";
import type { LoopWriter } from "./loop-writer.ts";
import { replaceText } from "./project-writer.ts";
import type { Stage } from "./stage.ts";
import { toolDefinitions } from "./tool-definitions.ts";
import type { Trace } from "./trace.ts";

/** Longest time on the fake clock that a call is waited for. */
const PATIENCE = 120_000;

type StepOf<K extends Step["do"]> = Extract<Step, { readonly do: K }>;

/** Does what the steps of a case say, in order, and notes what comes of it. */
export class StepPlayer {
  readonly #stage: Stage;
  readonly #loops: readonly LoopWriter[];
  readonly #trace: Trace;
  readonly #reads: FileReads | null;

  constructor(parts: {
    readonly stage: Stage;
    readonly loops: readonly LoopWriter[];
    readonly trace: Trace;
    readonly reads: FileReads | null;
  }) {
    this.#stage = parts.stage;
    this.#loops = parts.loops;
    this.#trace = parts.trace;
    this.#reads = parts.reads;
  }

  /** A case that does not load the plugin itself finds it loaded. In the end the host takes its leave. */
  async play(steps: FieldCase["steps"]): Promise<void> {
    this.#startProcess();
    if (steps[0]?.do !== "init") this.#stage.init();
    for (const step of steps) await this.#step(step);
    await this.#dispose(undefined);
  }

  async #step(step: Step): Promise<void> {
    switch (step.do) {
      case "event":
        return this.#event(step, this.#instancesFor(step.event.properties));
      case "event-all":
        return this.#event(step, this.#stage.instances);
      case "hook":
        return this.#hook(step, this.#instancesFor(step.input));
      case "hook-all":
        return this.#hook(step, this.#stage.instances);
      case "clock":
        return this.#stage.clock.advance(step.ms);
      case "loop":
        for (const loop of this.#loops) await loop.move(step.set);
        return;
      case "edit":
        for (const root of this.#stage.projects) replaceText(root, step.path, step.replace);
        return;
      case "restart":
        this.#startProcess();
        this.#stage.init();
        return;
      case "check":
        return this.#check(step);
      case "init":
        return this.#init(step);
      case "dispose":
        return this.#dispose(step.copy);
      case "tools":
        this.#trace.tools.set(step.label, toolDefinitions(this.#stage.instances.map(({ hooks }) => hooks)));
        return this.#noteReads(step.label);
    }
  }

  #startProcess(): void {
    this.#stage.startProcess(this.#stage.field.given.client ?? {}, this.#trace.client);
  }

  #instancesFor(fields: Fields): readonly Instance[] {
    const info = fieldsOf(fields.info);
    const directory = typeof info.directory === "string" ? info.directory : undefined;
    return this.#stage.instancesOf(String(fields.sessionID ?? info.id ?? ""), directory);
  }

  /** The host does not wait for event handlers. */
  async #event({ event }: StepOf<"event" | "event-all">, instances: readonly Instance[]): Promise<void> {
    const { clock } = this.#stage;
    for (const instance of instances) {
      const record = { settledAfter: null as number | null };
      this.#trace.handlers.push(record);
      const start = clock.now();
      callHook(instance, "event", { event }).finally(() => {
        record.settledAfter = clock.now() - start;
      });
    }
    await clock.advance(0);
  }

  /** The host waits for other hooks, one copy after the other, all with one output object. */
  async #hook(step: StepOf<"hook" | "hook-all">, instances: readonly Instance[]): Promise<void> {
    const output = structuredClone(this.#withLastPrompt(step.output ?? {}));
    const before = structuredClone(output);
    const started = performance.now();
    let error: string | null = null;
    let took = 0;
    const call = async () => {
      for (const instance of instances) await callHook(instance, step.name, structuredClone(step.input), output);
    };
    const running = call()
      .catch((reason: unknown) => {
        error = reason instanceof Error ? reason.message : String(reason);
      })
      .finally(() => {
        took = performance.now() - started;
      });
    const settledAfter = await this.#stage.clock.timeToSettle(running, PATIENCE);
    const label = step.label ?? `${step.name} ${this.#trace.hooks.length}`;
    this.#trace.hooks.push({ label, input: step.input, before, output, error, settledAfter, took });
    this.#noteReads(label);
  }

  #withLastPrompt(output: Fields): Fields {
    const last = this.#trace.client.prompts.at(-1)?.text ?? "";
    return JSON.parse(JSON.stringify(output), (_key, value) => (value === "$LAST_PROMPT" ? last : value));
  }

  async #check({ do: _do, label, ...expected }: StepOf<"check">): Promise<void> {
    await this.#stage.clock.advance(0);
    const problems = checkExpectations(expected, this.#trace);
    this.#trace.problems.push(...problems.map((problem) => `${label}: ${problem}`));
  }

  /** Loading is no promise here: `bindOpenCode` answers at once, so nothing can be waited for. */
  #init({ copy, directory, label }: StepOf<"init">): void {
    const { client, inits } = this.#trace;
    const calls = client.calls;
    const start = this.#stage.clock.now();
    const [instance] = this.#stage.init(copy, directory);
    this.#trace.initTook = this.#stage.clock.now() - start;
    this.#trace.callsDuringInit = client.calls - calls;
    inits.set(label ?? this.#nameOf(copy ?? "", directory ?? ""), instance?.hooks);
  }

  #nameOf(copy: string, directory: string): string {
    const folder = [...this.#stage.folders.byName].find(([, path]) => path === directory)?.[0] ?? directory;
    const name = `${copy}@${folder}`;
    return this.#trace.inits.has(name) ? `second ${name}` : name;
  }

  async #dispose(copy: string | undefined): Promise<void> {
    for (const instance of this.#stage.instances) {
      if (copy !== undefined && instance.copy !== copy) continue;
      const leave = callHook(instance, "dispose", undefined);
      this.#trace.handlers.push({ settledAfter: await this.#stage.clock.timeToSettle(leave, PATIENCE) });
    }
  }

  #noteReads(label: string): void {
    if (this.#reads !== null) this.#trace.filesRead.set(label, this.#reads.take());
  }
}
