import { wrap } from "./wrap.ts";

type Colour = "dim" | "bold" | "red" | "green" | "yellow" | "cyan";
const CODES: Readonly<Record<Colour, number>> = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 };
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** As wide as lines are where nobody says how wide they may be. */
const WIDTH = 80;

/** What a screen writes to; a process's standard output fits. */
interface Out {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Plain lines; colours and a moving mark only where there is a terminal to show them. */
export class Screen {
  readonly #out: Out;
  readonly #isTerminal: boolean;
  #timer: NodeJS.Timeout | null = null;

  constructor(out: Out, env: Readonly<Record<string, string | undefined>>) {
    this.#out = out;
    this.#isTerminal = out.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  }

  paint(text: string, colour: Colour): string {
    return this.#isTerminal ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
  }

  /** Writes text, each of its lines no wider than the screen. */
  line(text = ""): void {
    this.#clear();
    const width = this.#out.columns || WIDTH;
    for (const line of text.split("\n")) this.#out.write(`${wrap(line, width)}\n`);
  }

  /** Shows that something is going on, until `rest`. `tick` is called as time passes. */
  busy(what: string, tick: () => void): void {
    let frame = 0;
    this.#timer = setInterval(() => {
      tick();
      if (!this.#isTerminal) return;
      this.#clear();
      this.#out.write(this.paint(`${FRAMES[frame++ % FRAMES.length]} ${what}`, "dim"));
    }, 100);
  }

  rest(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#clear();
  }

  #clear(): void {
    if (this.#isTerminal) this.#out.write("\r\u001b[K");
  }
}
