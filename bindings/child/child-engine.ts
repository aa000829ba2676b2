import type { CommandResult, EnginePort, EngineStanding, Reaction, RecordEntry } from "../../engine/index.ts";
import { type Clock, systemClock } from "../shared/clock.ts";
import { type Candidate, defaultCandidates, type HostProcess } from "./candidate.ts";
import type { ChildOptions } from "./invocation.ts";
import { Launcher, type LauncherOptions } from "./launcher.ts";
import { type Backoff, type ChildStatus, Supervisor } from "./supervisor.ts";
import type { Method } from "./wire.ts";

/** Milliseconds within which each kind of request is answered. */
export interface Deadlines {
  readonly handle: number;
  /** Long: a command may run the project's own tests. */
  readonly run: number;
  readonly wouldRun: number;
  /** From the end of stdin to the kill. */
  readonly close: number;
}

export interface ChildEngineOptions extends Pick<LauncherOptions, "minimum" | "helloWithinMs" | "onLaunch"> {
  /** Absolute path of the file that the child runs: the plugin entry itself. */
  readonly entry: string;
  readonly root: string;
  readonly home: string;
  /** Everything else that the engine is created from. */
  readonly options?: ChildOptions;
  /** Default: a configured runtime, Node, Bun, and the host's own program where that can be one. */
  readonly candidates?: readonly Candidate[];
  /** Path of the interpreter that the person configured. */
  readonly runtime?: string;
  readonly clock?: Clock;
  readonly deadlines?: Partial<Deadlines>;
  readonly backoff?: Backoff;
  readonly host?: HostProcess;
}

export interface ChildEngine extends EnginePort {
  status(): ChildStatus;
}

const DEADLINES: Deadlines = { handle: 10_000, run: 1_800_000, wouldRun: 10_000, close: 2_000 };
const BACKOFF: Backoff = { firstMs: 250, mostMs: 30_000 };

/**
 * The engine in a child process. Returns at once and never throws; the child is started in the background and requests
 * wait for it within their deadline. While it is lost they reject with ENGINE_AWAY, and with RUNTIME_UNAVAILABLE when
 * no interpreter could be found: a binding then keeps gates shut and advice silent.
 */
export function createChildEngine(options: ChildEngineOptions): ChildEngine {
  const { clock = systemClock, backoff = BACKOFF } = options;
  const deadlines = { ...DEADLINES, ...options.deadlines };
  const listeners = new Set<(entry: RecordEntry) => void>();
  const supervisor = new Supervisor({
    launcher: createLauncher(options, clock),
    clock,
    backoff,
    closeWithinMs: deadlines.close,
    onRecord: (entry) => announce(listeners, entry),
  });

  const request = async (method: Exclude<Method, "ping" | "close">, params: object): Promise<unknown> => {
    const until = clock.now() + deadlines[method];
    const connection = await supervisor.connection(deadlines[method]);
    return connection.request(method, params, until - clock.now());
  };

  return {
    standing: () => standingOf(supervisor.status()),
    handle: async (event) => (await request("handle", { event })) as readonly Reaction[],
    run: async (family, subcommand, args, caller) =>
      (await request("run", { family, subcommand, args, caller })) as CommandResult,
    wouldRun: async (family, subcommand, args) =>
      (await request("wouldRun", { family, subcommand, args })) as readonly string[],
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => supervisor.close(),
    status: () => supervisor.status(),
  };
}

function standingOf(status: ChildStatus): EngineStanding {
  if (status.state !== "away") return { engine: "child", because: null };
  return { engine: "away", because: `${status.error.message} ${status.error.remedy}` };
}

function createLauncher(options: ChildEngineOptions, clock: Clock): Launcher {
  const { root, home, host = process } = options;
  const { candidates = defaultCandidates(host, options.runtime) } = options;
  return new Launcher({ ...options, options: { ...options.options, root, home }, candidates, clock, host });
}

function announce(listeners: Set<(entry: RecordEntry) => void>, entry: RecordEntry): void {
  for (const listener of [...listeners]) {
    try {
      listener(entry);
    } catch {
      // One that throws would throw again at the next entry, in the middle of the host's own reading.
      listeners.delete(listener);
    }
  }
}
