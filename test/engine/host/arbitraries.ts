import fc from "fast-check";
import { AXES, AXIS_NAMES, defaultEngine } from "../../../engine/host/index.ts";

const HOSTILE_KEYS = ["__proto__", "constructor", "prototype", "toString", "valueOf", "toJSON", "hasOwnProperty"];
const WORDS = [
  ...AXIS_NAMES.flatMap((axis) => Object.keys(AXES[axis].members)),
  "full",
  "read-only",
  "built-in-only",
  "harness-worktree",
  "orchestrator-worktree",
  "undocumented",
  ...HOSTILE_KEYS,
];

const word = fc.constantFrom(...WORDS);
const number = fc.oneof(fc.integer({ min: -3, max: 6 }), fc.double(), fc.constantFrom(-0, 2 ** 53));
const jsonLeaf = fc.oneof(word, fc.boolean(), number, fc.string({ unit: "binary" }), fc.constant(null));

/** Builds with own keys only, so that `__proto__` becomes a property as JSON.parse would make it. */
const ownObject = <T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(key, value), { maxLength: 8 }).map((entries) => Object.fromEntries(entries));

const hostileObject = ownObject(fc.oneof(fc.constantFrom(...HOSTILE_KEYS), fc.string()), jsonLeaf);

function optional<T>(value: fc.Arbitrary<T>) {
  return fc.option(value, { nil: undefined, freq: 4 });
}

function compact(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Mostly sensible words, sometimes anything. */
const value = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: fc.oneof(jsonLeaf, hostileObject) });

const dispatch = fc
  .record({
    namedDispatch: optional(fc.oneof(fc.constant(true), jsonLeaf)),
    nested: optional(fc.oneof(fc.constant(true), jsonLeaf)),
    maxDepth: optional(fc.oneof(number, jsonLeaf)),
    background: optional(fc.oneof(fc.constant(true), jsonLeaf)),
    subagentToolkit: optional(fc.oneof(fc.constant("full"), value)),
    backgroundDispatch: optional(fc.oneof(fc.constant(true), jsonLeaf)),
    isolation: optional(value),
    maxConcurrency: optional(fc.oneof(number, jsonLeaf)),
  })
  .map(compact);

const flags = fc
  .record({
    systemMessages: optional(fc.oneof(fc.boolean(), jsonLeaf)),
    childProcess: optional(fc.boolean()),
    arbitraryFs: optional(fc.boolean()),
    inProcess: optional(fc.boolean()),
  })
  .map(compact);

const axisValue = (axis: (typeof AXIS_NAMES)[number]) =>
  optional(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...Object.keys(AXES[axis].members)) },
      { weight: 1, arbitrary: value },
    ),
  );

const plausibleHost = fc
  .tuple(
    fc.record(Object.fromEntries(AXIS_NAMES.map((axis) => [axis, axisValue(axis)]))),
    fc.record({
      protocolVersion: optional(fc.oneof(number, jsonLeaf)),
      dispatch: optional(fc.oneof({ weight: 4, arbitrary: dispatch }, { weight: 1, arbitrary: value })),
      flags: optional(fc.oneof({ weight: 4, arbitrary: flags }, { weight: 1, arbitrary: value })),
    }),
    fc.oneof(fc.constant({}), hostileObject),
  )
  .map(([axes, rest, extra]) => Object.fromEntries(Object.entries({ ...compact(axes), ...compact(rest), ...extra })));

/** Hosts that survive JSON, without a key `axes`, which a handshake reads as its own. */
export const jsonHost = fc
  .oneof({ weight: 4, arbitrary: plausibleHost }, { weight: 1, arbitrary: hostileObject })
  .map((host) => JSON.parse(JSON.stringify(host)) as Record<string, unknown>)
  .filter((host) => !Object.hasOwn(host, "axes"));

const throwing = (): never => {
  throw new Error("trap");
};

const TRAPS = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf", "isExtensible"] as const;

function trapped(target: object, traps: readonly string[]): object {
  return new Proxy(target, Object.fromEntries(traps.map((trap) => [trap, throwing])));
}

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function withGetters(target: Record<string, unknown>, keys: readonly string[]): object {
  const copy = { ...target };
  for (const key of keys) Object.defineProperty(copy, key, { get: throwing, enumerable: true });
  return copy;
}

/** fast-check looks into the values it makes, which a throwing proxy does not bear: it gets a maker instead. */
export type Maker = () => unknown;

const keyNames = fc.subarray<string>([...AXIS_NAMES, "dispatch", "flags", "protocolVersion"]);
const trapNames = fc.subarray([...TRAPS], { minLength: 1 });
const noJson: readonly Maker[] = [
  () => undefined,
  () => Symbol("host"),
  () => 1n,
  () => throwing,
  () => new Map(),
  () => Object.create(null),
];

const plain = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<Maker> => arbitrary.map((made) => () => made);

const hostileRecord = (record: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Maker> =>
  fc.oneof(
    fc.tuple(record, trapNames).map(
      ([target, traps]): Maker =>
        () =>
          trapped(target, traps),
    ),
    fc.tuple(record, keyNames).map(
      ([target, keys]): Maker =>
        () =>
          withGetters(target, keys),
    ),
    record.map(
      (target): Maker =>
        () =>
          revoked(target),
    ),
    record.map(
      (target): Maker =>
        () =>
          Object.create(target),
    ),
    fc.constantFrom(...noJson),
  );

const hostWithEvilParts = fc.tuple(plausibleHost, keyNames, hostileRecord(dispatch)).map(
  ([host, keys, evil]): Maker =>
    () => ({ ...host, ...Object.fromEntries(keys.map((key) => [key, evil()])) }),
);

/** Anything at all: proxies that throw, at the top and inside, getters, revoked proxies, functions, plain data. */
export const anyHost: fc.Arbitrary<Maker> = fc.oneof(
  plain(plausibleHost),
  plain(
    fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true, withSparseArray: true }),
  ),
  hostileRecord(plausibleHost),
  hostWithEvilParts,
);

const someMembers = fc.record(
  Object.fromEntries(AXIS_NAMES.map((axis) => [axis, fc.subarray(Object.keys(AXES[axis].members))])),
);

/** Engines that know and drive less than the whole. */
export const narrowEngine = fc
  .record({ protocolVersion: fc.integer({ min: 1, max: 3 }), known: someMembers, drives: someMembers, dispatch })
  .map((engine) => ({ ...engine, dispatch: { ...defaultEngine().dispatch, ...engine.dispatch } }));

const engineParts = fc.constantFrom("known", "drives", "dispatch", "protocolVersion");

/** Sound, narrow, broken and hostile engines. */
export const anyEngine: fc.Arbitrary<Maker> = fc.oneof(
  fc.constant(defaultEngine),
  plain(narrowEngine),
  plain(fc.anything()),
  fc.tuple(narrowEngine, engineParts, anyHost).map(
    ([engine, key, evil]): Maker =>
      () => ({ ...engine, [key]: evil() }),
  ),
  narrowEngine.map(
    (engine): Maker =>
      () => ({ ...engine, known: { ...engine.known, hookBus: revoked([]) } }),
  ),
  narrowEngine.map(
    (engine): Maker =>
      () =>
        trapped(engine, ["getOwnPropertyDescriptor"]),
  ),
);
