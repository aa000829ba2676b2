import type {
  ExtensionAPI,
  ExtensionCommandContext,
  ExtensionContext,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";

type Handler = (event: object, ctx: ExtensionContext) => unknown;

interface Command {
  readonly description?: string;
  handler(argument: string, ctx: ExtensionCommandContext): Promise<void>;
}

export interface FakePiOptions {
  readonly folder: string;
  readonly session?: string;
  readonly hasUI?: boolean;
  /** Types of the entries that the session has at its start. */
  readonly branch?: readonly string[];
  /** Names that others registered. */
  readonly tools?: readonly string[];
  readonly commands?: readonly string[];
  /** Whether the host is older than 0.80.4. */
  readonly isOld?: boolean;
}

/** As much of pi as an extension touches: it keeps what is registered, and raises events as pi does. */
export class FakePi {
  readonly tools = new Map<string, ToolDefinition>();
  readonly commands = new Map<string, Command>();
  readonly sent: { text: string; deliverAs: string | undefined }[] = [];
  readonly notes: { text: string; level: string | undefined }[] = [];
  readonly questions: string[] = [];
  isIdle = true;
  leaf: { readonly type: string; readonly id: string } | null = { type: "message", id: "entry-9" };
  model: { readonly provider: string; readonly id: string } | undefined;
  personAgrees = false;
  readonly abort = new AbortController();
  readonly #handlers = new Map<string, Handler[]>();
  readonly #options: FakePiOptions;
  #isStale = false;

  constructor(options: FakePiOptions) {
    this.#options = options;
  }

  get api(): ExtensionAPI {
    const { isOld = false } = this.#options;
    const api = {
      on: (name: string, handler: Handler) => {
        this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler]);
      },
      registerTool: (tool: ToolDefinition) => void this.tools.set(tool.name, tool),
      registerCommand: (name: string, command: Command) => void this.commands.set(name, command),
      getAllTools: () => [...(this.#options.tools ?? []), ...this.tools.keys()].map((name) => ({ name })),
      getCommands: () => [...(this.#options.commands ?? []), ...this.commands.keys()].map((name) => ({ name })),
      sendUserMessage: (text: string, options?: { deliverAs?: string }) => {
        if (this.#isStale) throw new Error("This extension ctx is stale");
        this.sent.push({ text, deliverAs: options?.deliverAs });
      },
      ...(isOld ? {} : { registerEntryRenderer: () => undefined }),
    };
    return api as unknown as ExtensionAPI;
  }

  get context(): ExtensionCommandContext {
    const { folder, session = "session-1", hasUI = true, branch = [] } = this.#options;
    const context = {
      cwd: folder,
      hasUI,
      model: this.model,
      signal: this.abort.signal,
      isIdle: () => this.isIdle,
      waitForIdle: async () => undefined,
      sessionManager: {
        getSessionId: () => session,
        getBranch: () => branch.map((type) => ({ type })),
        getLeafEntry: () => this.leaf ?? undefined,
      },
      ui: {
        notify: (text: string, level?: string) => void this.notes.push({ text, level }),
        confirm: async (_title: string, question: string) => {
          this.questions.push(question);
          return this.personAgrees;
        },
      },
    };
    return context as unknown as ExtensionCommandContext;
  }

  /** Whether anybody listens to an event. */
  hears(name: string): boolean {
    return this.#handlers.has(name);
  }

  /** What the first handler that answers says. Errors of handlers come out here, unlike in pi. */
  async raise<R>(type: string, fields: object = {}): Promise<R | undefined> {
    let answer: unknown;
    for (const handler of this.#handlers.get(type) ?? []) {
      answer ??= await handler({ type, ...fields }, this.context);
    }
    return answer as R | undefined;
  }

  async command(name: string, argument = ""): Promise<void> {
    await this.commands.get(name)?.handler(argument, this.context);
  }

  async callTool(name: string, args: object): Promise<string> {
    const tool = this.tools.get(name);
    const result = await tool?.execute("call-1", args, undefined, undefined, this.context as never);
    return result?.content.map((part) => (part.type === "text" ? part.text : "")).join("\n") ?? "";
  }

  /** After the session was replaced, what the extension kept of the host throws. */
  becomeStale(): void {
    this.#isStale = true;
  }
}
