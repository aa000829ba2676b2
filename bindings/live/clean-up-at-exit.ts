import process from "node:process";

const FATAL_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const pending = new Set<() => void>();

function runAll(): void {
  for (const action of [...pending].reverse()) action();
  pending.clear();
}

function onSignal(signal: NodeJS.Signals): void {
  runAll();
  unbind();
  process.kill(process.pid, signal);
}

function bind(): void {
  process.on("exit", runAll);
  for (const signal of FATAL_SIGNALS) process.on(signal, onSignal);
}

function unbind(): void {
  process.off("exit", runAll);
  for (const signal of FATAL_SIGNALS) process.off(signal, onSignal);
}

/**
 * Runs a synchronous `action` if this process ends before the returned function is called; the newest goes first. Hosts live in process groups
 * of their own, so a Ctrl-C in a terminal would not reach them.
 */
export function cleanUpAtExit(action: () => void): () => void {
  if (pending.size === 0) bind();
  pending.add(action);
  return () => {
    if (pending.delete(action) && pending.size === 0) unbind();
  };
}
