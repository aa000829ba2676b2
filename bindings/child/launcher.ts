import type { Candidate } from "./candidate.ts";
import type { ChildLink } from "./child-link.ts";
import type { Hello } from "./hello.ts";
import { type Launch, type LaunchOptions, launch, type Rejection } from "./launch.ts";

export interface LauncherOptions extends Omit<LaunchOptions, "minimum" | "helloWithinMs"> {
  /** Tried in this order, one at a time. */
  readonly candidates: readonly Candidate[];
  readonly minimum?: LaunchOptions["minimum"];
  /** Default 1500. */
  readonly helloWithinMs?: number;
  /** Told of each process before it is started. */
  onLaunch?(candidate: Candidate): void;
}

/** Which interpreter runs the engine, and what was wrong with those before it. */
export type Resolution =
  | { readonly ok: true; readonly candidate: Candidate; readonly hello: Hello; readonly rejected: readonly Rejection[] }
  | { readonly ok: false; readonly rejected: readonly Rejection[] };

export type Opened =
  | { readonly ok: true; readonly candidate: Candidate; readonly hello: Hello; readonly link: ChildLink }
  | { readonly ok: false; readonly rejected: readonly Rejection[] };

const OLDEST_RUNTIMES = { node: "20.0.0", bun: "1.3.14" };
const HELLO_WITHIN_MS = 1_500;

/** Finds an interpreter that really runs the entry file, and starts it. Never throws and never rejects. */
export class Launcher {
  readonly #options: LauncherOptions;
  readonly #launchOptions: LaunchOptions;
  #resolution: Promise<Resolution> | undefined;
  #spare: Extract<Launch, { ok: true }> | undefined;
  #starting: ChildLink | undefined;
  #closed = false;

  constructor(options: LauncherOptions) {
    this.#options = options;
    const { minimum = OLDEST_RUNTIMES, helloWithinMs = HELLO_WITHIN_MS } = options;
    this.#launchOptions = { ...options, minimum, helloWithinMs };
  }

  /** Tries the candidates until one answers. The result is remembered, a failure too: asking again starts nothing. */
  resolve(): Promise<Resolution> {
    this.#resolution ??= this.#tryAll();
    return this.#resolution;
  }

  /** Drops what `resolve` remembers, so that the next call looks again. */
  forget(): void {
    this.#resolution = undefined;
  }

  /**
   * A running child with the resolved interpreter. An interpreter that worked once and now does not makes the
   * launcher look through all candidates again.
   */
  async open(): Promise<Opened> {
    const known = await this.resolve();
    if (!known.ok) return known;
    const running = this.#takeSpare() ?? (await this.#launch(known.candidate));
    if (running.ok) return running;
    this.forget();
    const fresh = await this.resolve();
    return this.#takeSpare() ?? { ok: false, rejected: [running.rejection, ...fresh.rejected] };
  }

  /** Ends what is being started; nothing is started any more. A child that `open` handed out is not touched. */
  close(): void {
    this.#closed = true;
    this.#starting?.kill();
    this.#takeSpare()?.link.kill();
  }

  async #tryAll(): Promise<Resolution> {
    const rejected: Rejection[] = [];
    for (const candidate of this.#options.candidates) {
      const launched = await this.#launch(candidate);
      if (launched.ok) {
        this.#spare = launched;
        return { ok: true, candidate, hello: launched.hello, rejected };
      }
      rejected.push(launched.rejection);
    }
    return { ok: false, rejected };
  }

  async #launch(candidate: Candidate): Promise<Launch> {
    const refuse = (detail: string): Launch => {
      return { ok: false, rejection: { name: candidate.name, reason: "no answer", detail } };
    };
    if (this.#closed) return refuse("Closed.");
    try {
      this.#options.onLaunch?.(candidate);
      const launched = await launch(candidate, this.#launchOptions, (link) => {
        this.#starting = link;
      });
      if (!this.#closed || !launched.ok) return launched;
      launched.link.kill();
      return refuse("Closed.");
    } catch (cause) {
      return refuse(cause instanceof Error ? cause.message : String(cause));
    } finally {
      this.#starting = undefined;
    }
  }

  #takeSpare(): Extract<Launch, { ok: true }> | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.link.alive ? spare : undefined;
  }
}
