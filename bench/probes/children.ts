import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

type Starter = (...args: unknown[]) => unknown;

/** Counts the child processes that this process starts from now on. */
export function countChildren(): () => number {
  let started = 0;
  let depth = 0;
  const counted = (start: Starter): Starter =>
    function (this: unknown, ...args) {
      if (depth++ === 0) started++;
      try {
        return start.apply(this, args);
      } finally {
        depth--;
      }
    };
  wrap(childProcess, ["spawn", "spawnSync", "execFile", "execFileSync", "exec", "execSync", "fork"], counted);
  syncBuiltinESMExports();
  if (typeof Bun !== "undefined") wrap(Bun, ["spawn", "spawnSync"], counted);
  return () => started;
}

function wrap(owner: object, names: readonly string[], counted: (start: Starter) => Starter): void {
  for (const name of names) {
    const isWrapped = Reflect.set(owner, name, counted(Reflect.get(owner, name) as Starter));
    if (!isWrapped) throw new Error(`calls of ${name} cannot be counted`);
  }
}
