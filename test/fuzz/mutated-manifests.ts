import { isJsonObject, type Json, type JsonObject } from "../../engine/index.ts";
import { feature, gate, OverlayHome } from "../engine/capability/overlay-home.ts";

/** Numbers from a seed, always the same ones. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const STRANGE: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  "__proto__",
  "constructor",
  "../x",
  "/etc/passwd",
  "\u0000",
  "x".repeat(5000),
  [],
  {},
  [[[[[]]]]],
  { point: "ship:pre" },
  { toString: 1, hasOwnProperty: null },
];

const SAMPLE: JsonObject = feature("victim", {
  engines: { gsd: ">=1.0.0" },
  skills: ["polish"],
  agents: ["painter"],
  hooks: [{ event: "SessionStart", script: "run.js" }],
  commands: [{ family: "paint", module: "paint.cjs", router: "run" }],
  config: {
    "victim.on": { type: "boolean", default: true, description: "Switch." },
    "victim.at": { type: "enum", default: "ship:pre", values: ["ship:pre", "ship:post"], description: "Where." },
  },
  activationKey: "victim.on",
  steps: [
    {
      point: "ship:pre",
      ref: { skill: "polish" },
      produces: ["A.md"],
      consumes: ["UAT.md"],
      onError: "skip",
      pointFrom: "victim.at",
    },
  ],
  contributions: [
    {
      point: "plan:pre",
      into: "planner",
      produces: [],
      consumes: ["A.md"],
      fragment: { inline: "text" },
      when: { all: ["victim.on", { not: { phase: { from: "2" } } }] },
    },
  ],
  gates: [gate("ship:pre", { predicate: { kind: "all-of", predicates: [{ kind: "file-exists", path: "a" }] } })],
});

/** Changes a copy of a valid manifest at one to four places. */
export function mutated(seed: number): Json {
  const next = generator(seed);
  let manifest: Json = structuredClone(SAMPLE) as Json;
  for (let round = 1 + next(4); round > 0; round--) manifest = mutate(manifest, next, 0);
  return manifest;
}

function mutate(value: Json, next: (below: number) => number, depth: number): Json {
  const stops = next(4) === 0 && depth > 0;
  if (stops || (!Array.isArray(value) && !isJsonObject(value))) return STRANGE[next(STRANGE.length)] ?? null;
  if (Array.isArray(value)) {
    const list = [...(value as Json[])];
    if (list.length === 0 || next(5) === 0) return [...list, STRANGE[next(STRANGE.length)] ?? null];
    const at = next(list.length);
    list[at] = mutate(list[at] ?? null, next, depth + 1);
    return list;
  }
  const keys = Object.keys(value);
  const key = keys[next(keys.length)];
  if (key === undefined) return STRANGE[next(STRANGE.length)] ?? null;
  const { [key]: old, ...rest } = value as Record<string, Json>;
  if (next(5) === 0) return rest;
  if (next(8) === 0) return { ...rest, [JSON.stringify(STRANGE[next(STRANGE.length)])]: old ?? null };
  return { ...rest, [key]: mutate(old ?? null, next, depth + 1) };
}

export interface FuzzReport {
  readonly tried: number;
  /** Seeds whose manifest threw, or changed what its neighbour contributes. */
  readonly failures: readonly { readonly seed: number; readonly what: string }[];
}

/** Loads each mutated manifest beside a sound overlay and looks whether that one is as it was. */
export function fuzzManifests(count: number, firstSeed = 1): FuzzReport {
  const place = new OverlayHome();
  const failures: { seed: number; what: string }[] = [];
  try {
    const text = {
      point: "discuss:pre",
      into: "orchestrator",
      produces: [],
      consumes: [],
      fragment: { inline: "hello" },
    };
    place.write(
      "neighbour",
      feature("neighbour", { contributions: [text], gates: [gate("ship:pre", { query: "x" })] }),
    );
    const before = sharesOf(place);
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      place.write("victim", mutated(seed));
      try {
        if (sharesOf(place) !== before) failures.push({ seed, what: "the neighbour contributes something else" });
      } catch (error) {
        failures.push({ seed, what: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    place.close();
  }
  return { tried: count, failures };
}

/** What the neighbour brings to the registry. */
function sharesOf(place: OverlayHome): string {
  const { byLoopPoint, capabilities } = place.load();
  const own = (hooks: readonly { readonly capId: string }[]) => hooks.filter(({ capId }) => capId === "neighbour");
  const hooks = Object.entries(byLoopPoint).map(([point, { steps, contributions, gates }]) => [
    point,
    own(steps),
    own(contributions),
    own(gates),
  ]);
  return JSON.stringify([capabilities.neighbour, hooks]);
}
