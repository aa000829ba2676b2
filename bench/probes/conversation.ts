import type { Hooks } from "./host.ts";

const SESSION = "ses_bench";
const SOURCE = Array.from(
  { length: 200 },
  (_, line) => `export const value${line} = ${line}; // an ordinary line`,
).join("\n");
/** One agent's turn: how often it calls each tool. */
const TURN: Readonly<Record<string, number>> = { read: 6, glob: 3, bash: 4, edit: 3, write: 1 };

/** One session of a host with a plugin: the hooks are called with what OpenCode hands them. */
export class Conversation {
  readonly #hooks: Hooks;
  readonly #directory: string;
  readonly #args: Readonly<Record<string, Record<string, unknown>>>;
  #calls = 0;

  constructor(hooks: Hooks, directory: string) {
    this.#hooks = hooks;
    this.#directory = directory;
    const filePath = `${directory}/src/a.ts`;
    this.#args = {
      read: { filePath },
      glob: { pattern: "src/**/*.ts" },
      bash: { command: "ls -la src", description: "List the sources" },
      edit: { filePath, oldString: "a", newString: "b" },
      write: { filePath: `${directory}/src/b.ts`, content: SOURCE },
    };
  }

  async begin(): Promise<void> {
    const time = { created: 0, updated: 0 };
    const info = { id: SESSION, directory: this.#directory, projectID: "bench", title: "bench", version: "1", time };
    await this.#hooks.event?.({ event: { type: "session.created", properties: { info, sessionID: SESSION } } });
  }

  async command(name: string): Promise<void> {
    const part = { id: "part", sessionID: SESSION, messageID: "message", type: "text", text: "" };
    await this.#hooks["command.execute.before"]?.(
      { command: name, sessionID: SESSION, arguments: "" },
      { parts: [part] },
    );
  }

  /** One tool call: the hooks before and after it. */
  async call(tool: string): Promise<void> {
    const input = { tool, sessionID: SESSION, callID: `call_${++this.#calls}` };
    const args = { ...this.#args[tool] };
    await this.#hooks["tool.execute.before"]?.(input, { args });
    const output = { title: tool, output: tool === "read" ? SOURCE : "ok", metadata: {} };
    await this.#hooks["tool.execute.after"]?.({ ...input, args }, output);
  }

  async turn(): Promise<void> {
    for (const [tool, times] of Object.entries(TURN)) for (let time = 0; time < times; time++) await this.call(tool);
  }

  async compact(): Promise<void> {
    await this.#hooks["experimental.session.compacting"]?.({ sessionID: SESSION }, { context: [] });
  }
}
