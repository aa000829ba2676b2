import { readFileSync } from "node:fs";

export type Fields = Readonly<Record<string, unknown>>;

/** Milliseconds since the recording began, on the host's own pace without its waits. */
interface Timed {
  readonly at: number;
}

/** One thing that happened between OpenCode and the plugin, as it was before the plugin changed anything. */
export type OpenCodeLine = Timed &
  (
    | { readonly event: { readonly type: string; readonly properties: Fields } }
    | { readonly hook: string; readonly input: Fields; readonly output?: Fields }
    | { readonly tool: string; readonly args: Fields; readonly context: Fields }
    /** A wait of the binding was over. */
    | { readonly clock: number }
  );

/** What pi's context said at a moment. */
export interface PiFacts {
  readonly session: string;
  readonly cwd: string;
  readonly hasUI: boolean;
  readonly model: { readonly provider: string; readonly id: string };
  readonly isIdle: boolean;
  /** The kinds of entries that the session has. */
  readonly branch: readonly string[];
  readonly leaf: { readonly type: string; readonly id: string } | null;
}

/** One thing that happened between pi and the extension. */
export type PiLine = Timed & { readonly context: PiFacts } & (
    | { readonly event: { readonly type: string } & Fields }
    | { readonly command: string; readonly argument: string }
    | { readonly tool: string; readonly call: string; readonly args: Fields }
  );

export interface Recording<Line> {
  /** The host and its version. */
  readonly host: string;
  /** Without what was left out as noise. `$SENT_1` is the first text that the binding sent, and so on. */
  readonly lines: readonly Line[];
}

const FOLDER = new URL("./recorded/", import.meta.url);

export function readRecording<Line>(name: "opencode" | "pi"): Recording<Line> {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
}
