import type { WriteStream } from "node:tty";

type Colour = "dim" | "bold" | "red" | "green" | "yellow" | "cyan";
const CODES: Readonly<Record<Colour, number>> = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33, cyan: 36 };
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** Plain lines; colours and a moving mark only where there is a terminal to show them. */
export class Screen {
  readonly #out: WriteStream | NodeJS.WriteStream;
  readonly #isTerminal: boolean;
  #timer: NodeJS.Timeout | null = null;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#isTerminal = out.isTTY === true && process.env.NO_COLOR === undefined;
  }

  paint(text: string, colour: Colour): string {
    return this.#isTerminal ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
  }

  line(text = ""): void {
    this.#clear();
    this.#out.write(`${text}\n`);
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
