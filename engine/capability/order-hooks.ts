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
  const waitsFor = producersOfEach(hooks);
  const consumers = new Map<number, number[]>();
  waitsFor.forEach((producers, index) => {
    for (const producer of producers) push(consumers, producer, index);
  });
  const queue = waitsFor.flatMap((producers, index) => (producers.size === 0 ? [index] : []));
  for (let head = 0; head < queue.length; head++) {
    const done = queue[head] ?? 0;
    for (const index of consumers.get(done) ?? []) {
      const waits = waitsFor[index];
      if (waits?.delete(done) && waits.size === 0) queue.push(index);
    }
  }
  const placed = new Set(queue);
  const left = hooks.filter((_, index) => !placed.has(index));
  return {
    hooks: [...queue.flatMap((index) => hooks[index] ?? []), ...left],
    cycle: [...new Set(left.map(({ capId }) => capId))],
  };
}

/** For each hook the indexes of the others that produce what it consumes. */
function producersOfEach(hooks: readonly Ordered[]): readonly Set<number>[] {
  const producers = new Map<string, number[]>();
  hooks.forEach(({ produces }, index) => {
    for (const artifact of produces) push(producers, artifact, index);
  });
  return hooks.map(({ consumes }, index) => {
    const waits = new Set(consumes.flatMap((artifact) => producers.get(artifact) ?? []));
    waits.delete(index);
    return waits;
  });
}

function push<K>(lists: Map<K, number[]>, key: K, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
