import { compareBytes } from "./bytes.ts";

export interface Ordered {
  readonly capId: string;
  readonly produces: readonly string[];
  readonly consumes: readonly string[];
  readonly priority?: number;
}

export interface HookOrder<T> {
  readonly hooks: readonly T[];
  /** Ids of capabilities whose hooks wait for each other in a circle. */
  readonly cycle: readonly string[];
}

/**
 * Producers before consumers: Kahn's algorithm with a first-in first-out queue. Those set free by one hook are appended
 * by priority and then by capability id; equal ones keep the order of declaration. Hooks in a circle come last.
 */
export function orderHooks<T extends Ordered>(declared: readonly T[]): HookOrder<T> {
  const hooks = [...declared].sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0) || compareBytes(a.capId, b.capId));
  const waitsFor = hooks.map((hook, index) => {
    const producers = hooks.flatMap((other, at) =>
      at !== index && other.produces.some((artifact) => hook.consumes.includes(artifact)) ? [at] : [],
    );
    return new Set(producers);
  });
  const queue = waitsFor.flatMap((waits, index) => (waits.size === 0 ? [index] : []));
  for (let head = 0; head < queue.length; head++) {
    const done = queue[head] ?? 0;
    waitsFor.forEach((waits, index) => {
      if (waits.delete(done) && waits.size === 0) queue.push(index);
    });
  }
  const placed = new Set(queue);
  const left = hooks.filter((_, index) => !placed.has(index));
  return {
    hooks: [...queue.flatMap((index) => hooks[index] ?? []), ...left],
    cycle: [...new Set(left.map(({ capId }) => capId))],
  };
}
