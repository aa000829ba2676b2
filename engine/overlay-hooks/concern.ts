import { join } from "node:path";
import { runScript } from "../capability/run-script.ts";
import { type Concern, NOTHING } from "../concern.ts";
import type { EventOf, EventType } from "../event.ts";
import type { JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";

/** What a capability's script calls the events that it can be run on. */
export const SCRIPT_EVENTS = {
  "session.start": "SessionStart",
  "session.end": "SessionEnd",
  "prompt.submit": "UserPromptSubmit",
  "turn.stop": "Stop",
  "context.compact": "PreCompact",
  "tool.before": "PreToolUse",
  "tool.after": "PostToolUse",
} as const satisfies Partial<Record<EventType, string>>;

export type ScriptEvent = keyof typeof SCRIPT_EVENTS;

const TIMEOUT_MS = 10_000;

/**
 * Runs the scripts that installed capabilities declare for this event, each in a process of its own. Nobody waits for
 * them and nothing they say comes back: they may watch, not steer.
 */
export function overlayScripts<T extends ScriptEvent>(type: T): Concern<T> {
  return {
    name: "overlay-scripts",
    posture: "advice",
    react(event, context) {
      for (const script of scriptsFor(type, "tool" in event ? event.tool : null, context)) {
        runMeasured(script, type, event, context).catch(() => NOTHING);
      }
      return NOTHING;
    },
  };
}

/** What a script costs stands in the record of the run that is open when it starts. */
async function runMeasured<T extends ScriptEvent>(
  { capability, folder, script }: Script,
  type: T,
  event: EventOf<T>,
  context: ProjectContext,
): Promise<void> {
  const { session, at, ...rest } = event;
  const { root: cwd, env } = context;
  const event_name = SCRIPT_EVENTS[type];
  const input = { ...rest, hook_event_name: event_name, session_id: session.id, cwd, at } as unknown as JsonObject;
  const run = context.runs.current();
  const started = performance.now();
  const call = { program: "script", file: join(folder, script), cwd, env, timeoutMs: TIMEOUT_MS } as const;
  const { exitCode } = await runScript({ ...call, input });
  run?.append("script_run", {
    capability,
    script,
    event_name,
    status: exitCode === 0 ? "ok" : "err",
    latency_ms: Math.round(performance.now() - started),
  });
}

interface Script {
  readonly capability: string;
  readonly folder: string;
  readonly script: string;
}

function scriptsFor(type: ScriptEvent, tool: string | null, context: ProjectContext): readonly Script[] {
  // Asking for the registry looks at every installed capability, which is too much for each call.
  if (tool !== null && !context.setting("hooks.on_tools")) return [];
  const { registry } = context;
  return Object.entries(registry._overlay?.scriptRoots ?? {}).flatMap(([id, folder]) =>
    (registry.capabilities[id]?.hooks ?? [])
      .filter(({ event, matcher }) => event === SCRIPT_EVENTS[type] && matches(matcher, tool))
      .map(({ script }) => ({ capability: id, folder, script })),
  );
}

/** A matcher lists tool names, separated by `|`; none matches all. */
function matches(matcher: string | undefined, tool: string | null): boolean {
  if (matcher === undefined || matcher === "*" || tool === null) return true;
  return matcher.split("|").some((name) => name.toLowerCase() === tool.toLowerCase());
}
