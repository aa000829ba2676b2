import { join } from "node:path";
import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import type { BindOptions } from "../../../bindings/opencode/bind.ts";
import { createEngine } from "../../../engine/index.ts";
import { content } from "../../../plugin/content.generated.ts";
import type { Fields } from "./case.ts";
import type { FakeClock } from "./fake-clock.ts";
import { type ClientRecord, scriptedClient } from "./scripted-client.ts";

export type Bind = (input: PluginInput, options: Fields | undefined, bind: BindOptions) => Hooks;

/** One copy of the plugin, as the host loads it. */
export interface Copy {
  readonly name: string;
  readonly version: string;
  readonly bind: Bind;
}

/** One copy at work, or not, for one folder. */
export interface Instance {
  readonly copy: string;
  readonly directory: string;
  /** What the plugin gave the host. */
  readonly hooks: Hooks;
}

/** Where copies of the plugin in one process find each other. */
const CLAIMS = Symbol.for("loopwright.copies");

/** One process of the host: it begins with nothing in memory but what is on disk. */
export class HostProcess {
  readonly record: ClientRecord;
  readonly instances: Instance[] = [];
  readonly #client: PluginInput["client"];
  readonly #clock: FakeClock;
  readonly #home: string;
  readonly #options: Fields;

  constructor(options: {
    readonly script: Fields;
    readonly record: ClientRecord;
    readonly clock: FakeClock;
    readonly home: string;
    readonly pluginOptions: Fields;
  }) {
    this.record = options.record;
    this.#client = scriptedClient(options.script, options.record);
    this.#clock = options.clock;
    this.#home = options.home;
    this.#options = options.pluginOptions;
    options.record.isInitialised = false;
    this.#clock.forgetTimers();
    Reflect.deleteProperty(globalThis, CLAIMS);
  }

  init(copy: Copy, directory: string): Instance {
    const input: unknown = { client: this.#client, directory, worktree: directory };
    const home = this.#home;
    const hooks = copy.bind(input as PluginInput, this.#options, {
      content,
      version: copy.version,
      entry: join(home, `${copy.name}.js`),
      home,
      engineFor: (root) =>
        createEngine({ root, home, host: "opencode", content, env: process.env, now: this.#clock.now }),
      clock: this.#clock,
    });
    const instance = { copy: copy.name, directory, hooks };
    this.instances.push(instance);
    this.record.isInitialised = true;
    return instance;
  }
}

/** Calls one of a plugin's hooks as the host does: with one argument or two, and not at all where there is none. */
export async function callHook({ hooks }: Instance, name: string, input: unknown, output?: unknown): Promise<void> {
  const hook: unknown = Reflect.get(hooks, name);
  if (typeof hook === "function") await hook(input, output);
}
