import type { Fields } from "./case.ts";
import { ClientRecord } from "./scripted-client.ts";

/** One labelled hook call and what it left behind. */
export interface HookRecord {
  readonly label: string;
  readonly input: Fields;
  readonly before: Fields;
  readonly output: Fields;
  /** Message of what the hook threw; null when it did not. */
  readonly error: string | null;
  /** On the fake clock; null when the call never came back. */
  readonly settledAfter: number | null;
  /** Real milliseconds. */
  readonly took: number;
}

/** What was seen while a case was played. */
export class Trace {
  readonly client = new ClientRecord();
  readonly hooks: HookRecord[] = [];
  /** How long each event handler and each leave took, in milliseconds on the fake clock; null when it never came back. */
  readonly handlers: { readonly settledAfter: number | null }[] = [];
  /** By label, what the plugin gave the host. */
  readonly inits = new Map<string, unknown>();
  readonly copies: readonly { readonly version: string }[];
  /** Client calls made before the latest init returned. */
  callsDuringInit = 0;
  /** Milliseconds on the fake clock. */
  initTook = 0;
  /** Tool definitions by label, as text. */
  readonly tools = new Map<string, string>();
  /** By label, the project files read since the label before. */
  readonly filesRead = new Map<string, readonly string[]>();
  /** Null where the system cannot tell. */
  startedChild: boolean | null = null;
  /** What was asserted on the way and does not hold. */
  readonly problems: string[] = [];

  constructor(copies: readonly { readonly version: string }[]) {
    this.copies = copies;
  }

  hook(label: string): HookRecord {
    const found = this.hooks.find((hook) => hook.label === label);
    if (!found) throw new Error(`No hook is labelled ${label}`);
    return found;
  }

  /** The strings that a labelled hook left in its output under this name. */
  texts(label: string, name: "context" | "system"): readonly string[] {
    const list = this.hook(label).output[name];
    return Array.isArray(list) ? list.map(String) : [];
  }
}
