import type { EnginePort, EngineStanding, RecordEntry } from "./port.ts";

/**
 * An engine that is loaded when it is first needed, so that a host which only starts pays for nothing else. Requests
 * are answered in the order in which they came. A load that failed rejects them, and is tried again by the next one.
 */
export function lateEngine(
  load: () => Promise<EnginePort>,
  expected: EngineStanding["engine"] = "in-process",
): EnginePort {
  const listeners = new Set<(entry: RecordEntry) => void>();
  let loading: Promise<EnginePort> | null = null;
  let standing = (): EngineStanding => ({ engine: expected, because: null });
  const begin = async () => {
    // Loading takes a while, and whoever asked may have more to do before he waits for the answer.
    await new Promise((resolve) => setImmediate(resolve));
    const engine = await load();
    engine.on((entry) => {
      for (const listener of listeners) listener(entry);
    });
    standing = () => engine.standing();
    return engine;
  };
  const engine = () => {
    loading ??= begin().catch((error: unknown) => {
      loading = null;
      standing = () => ({ engine: "away", because: error instanceof Error ? error.message : String(error) });
      throw error;
    });
    return loading;
  };
  return {
    standing: () => standing(),
    handle: async (event) => (await engine()).handle(event),
    run: async (family, subcommand, args, caller) => (await engine()).run(family, subcommand, args, caller),
    wouldRun: async (family, subcommand, args) => (await engine()).wouldRun(family, subcommand, args),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    warmUp: async () => (await engine()).warmUp?.(),
    close: async () => (await loading)?.close(),
  };
}
