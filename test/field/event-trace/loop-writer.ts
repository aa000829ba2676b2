import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, type EnginePort, invocationOf, type JsonObject, STEPS } from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";
import { fieldsOf, type Loop } from "./case.ts";
import { writeText } from "./project-writer.ts";

const PERSON = { audience: "person" } as const;
const MODEL = { audience: "model" } as const;
/** More actions than a phase of three plans has. */
const MANY = 80;

interface NextAction {
  readonly step: string | null;
  readonly action: string;
  readonly call: string | null;
}

/**
 * Brings a project's loop to where a case says that the work stands. The files that people write are written; the
 * run, its points and its questions go through an engine of their own, as from another process.
 */
export class LoopWriter {
  readonly #root: string;
  readonly #engine: EnginePort;
  readonly #startStep: (step: string, phase: string) => Promise<void>;
  #loop: Loop;

  /** `startStep` has the case's sessions give the host the command that starts a step. */
  constructor(options: {
    readonly root: string;
    readonly home: string;
    readonly now: () => number;
    readonly loop: Loop;
    readonly startStep: (step: string, phase: string) => Promise<void>;
  }) {
    const { root, home, now } = options;
    this.#root = root;
    this.#loop = options.loop;
    this.#startStep = options.startStep;
    this.#engine = createEngine({ root, home, host: "opencode", content, env: process.env, now });
  }

  async begin(): Promise<void> {
    this.#writeFiles();
    await this.#enterStep();
    if (this.#loop.waiting_for !== null) await this.#ask(this.#loop.waiting_for);
  }

  async move(set: Partial<Loop>): Promise<void> {
    const before = this.#loop;
    this.#loop = { ...before, ...set };
    const { step, waiting_for: question } = this.#loop;
    if (before.waiting_for !== null && question === null) await this.#run("state", "signal-resume", {}, PERSON);
    if (step !== before.step) await this.#enterStep();
    else await this.#walk((next) => next.action === this.#loop.next);
    if (question !== null && question !== before.waiting_for) await this.#ask(question);
  }

  async #enterStep(): Promise<void> {
    const { step, phase, next: target } = this.#loop;
    const here = await this.#next();
    if (here.step !== step) {
      await this.#run("step", "begin", { step: here.step, phase }, PERSON);
      await this.#walk((next) => next.step === step);
    }
    await this.#startStep(step, phase);
    if (target !== null) await this.#walk((next) => next.action === target);
  }

  /** Does what the engine names as the next action until the loop stands where it should. */
  async #walk(isThere: (next: NextAction) => boolean): Promise<void> {
    const way: string[] = [];
    for (let next = await this.#next(); !isThere(next); next = await this.#next()) {
      way.push(next.action);
      if (way.length > MANY)
        throw new Error(`The loop cannot stand at ${JSON.stringify(this.#loop)}: ${way.join("; ")}`);
      await this.#perform(next);
    }
  }

  async #perform({ step, action, call }: NextAction): Promise<void> {
    if (call === null) {
      this.#writeArtifact(step, action);
      return;
    }
    const args = JSON.parse(call.slice(call.indexOf("{")));
    if (call.startsWith("gsd_command")) {
      const { family, subcommand, args: given } = await invocationOf(String(args.command).split(" "));
      await this.#run(family, subcommand, given, MODEL);
      return;
    }
    const skipped = args.action === "settle" ? { outcome: "skipped", reason: "no part of this case" } : {};
    await this.#run("point", args.action, { ...args, ...skipped }, MODEL);
  }

  #writeArtifact(step: string | null, action: string): void {
    if (step === "discuss") this.#write("CONTEXT.md", "# Context\n");
    if (step === "plan") this.#writePlans();
    if (step === "execute") this.#writeSummary(/\d\d-\d\d/.exec(action)?.[0]?.slice(3) ?? "01");
  }

  #ask(question: string): Promise<void> {
    return this.#run("state", "signal-waiting", { text: question.replace(/^a person: /, "") }, PERSON);
  }

  async #next(): Promise<NextAction> {
    const result = await this.#engine.run("next", "show", {}, PERSON);
    if (!result.ok) throw new Error(result.message);
    const { step, action, call } = fieldsOf(result.data);
    return { step: step as string | null, action: String(action), call: call as string | null };
  }

  async #run(family: string, subcommand: string, args: JsonObject, caller: typeof PERSON | typeof MODEL) {
    const result = await this.#engine.run(family, subcommand, args, caller);
    if (!result.ok) throw new Error(`${family} ${subcommand}: ${result.message}`);
  }

  /** What people and models left behind before the step began. */
  #writeFiles(): void {
    const steps: readonly string[] = STEPS;
    const reached = (step: string) => steps.indexOf(this.#loop.step) > steps.indexOf(step);
    this.#writeRoadmap();
    if (reached("discuss")) this.#write("CONTEXT.md", "# Context\n");
    if (reached("plan")) this.#writePlans();
    if (reached("execute")) for (const plan of this.#planNumbers()) this.#writeSummary(plan);
  }

  #writeRoadmap(): void {
    if (existsSync(join(this.#root, ".planning/ROADMAP.md"))) return;
    const { phase, phase_name: name } = this.#loop;
    const state = readFileSync(join(this.#root, ".planning/STATE.md"), "utf8");
    const total = Math.max(Number(phase), Number(/total_phases: (\d+)/.exec(state)?.[1] ?? 0));
    const phases = Array.from({ length: total }, (_, index) => {
      const number = String(index + 1);
      return `### Phase ${number}: ${number === phase ? name : `Part ${number}`}\n\n**Goal**: It works\n`;
    });
    writeText(this.#root, ".planning/ROADMAP.md", `# Roadmap\n\n## Phase Details\n\n${phases.join("\n")}`);
  }

  /** A chain of plans, so that each is a wave of its own and the next action names one plan. */
  #writePlans(): void {
    const { phase } = this.#loop;
    for (const plan of this.#planNumbers()) {
      const before = Number(plan) === 1 ? "[]" : `["${this.#id}-${String(Number(plan) - 1).padStart(2, "0")}"]`;
      const head = `---\nphase: "${phase}"\nplan: "${plan}"\ndepends_on: ${before}\n---\n`;
      const body = "\n<objective>\nA part of it.\n</objective>\n\n<verify><automated>true</automated></verify>\n";
      this.#write(`${plan}-PLAN.md`, `${head}${body}`);
    }
  }

  #writeSummary(plan: string): void {
    this.#write(`${plan}-SUMMARY.md`, `---\nphase: "${this.#loop.phase}"\nplan: "${plan}"\n---\n\n# Done\n`);
  }

  #planNumbers(): readonly string[] {
    const named = Number(/\d\d-(\d\d)/.exec(this.#loop.next ?? "")?.[1] ?? 0);
    return Array.from({ length: Math.max(3, named) }, (_, index) => String(index + 1).padStart(2, "0"));
  }

  #write(name: string, text: string): void {
    const slug = this.#loop.phase_name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    writeText(this.#root, `.planning/phases/${this.#id}-${slug}/${this.#id}-${name}`, text);
  }

  get #id(): string {
    return this.#loop.phase.padStart(2, "0");
  }
}
