import { expect, test } from "bun:test";
import fc from "fast-check";
import { isUsualFeature } from "../../../engine/capability/is-usual-feature.ts";
import { envelopeSchema, featureSchema } from "../../../engine/capability/manifest-schema.ts";
import type { Json, JsonObject } from "../../../engine/index.ts";
import { advice, feature, gate } from "./overlay-home.ts";

const USUAL: JsonObject = feature("usual", {
  engines: { gsd: ">=1.0.0" },
  skills: ["polish"],
  agents: ["painter"],
  config: {
    "usual.on": { type: "boolean", default: true, description: "Switch." },
    "usual.depth": { type: "number", default: 2, description: "How deep." },
    "usual.at": { type: "enum", default: "ship:pre", values: ["ship:pre", "ship:post"], description: "Where." },
  },
  activationKey: "usual.on",
  steps: [
    {
      point: "ship:pre",
      when: "usual.on",
      pointFrom: "usual.at",
      ref: { skill: "polish" },
      produces: ["A.md"],
      consumes: [],
      onError: "skip",
      fragment: { inline: "Polish it." },
    },
  ],
  contributions: [advice("plan:pre", "planner", "Mind it.", { priority: 3, onError: "skip" })],
  gates: [gate("ship:pre", { query: "x" }), gate("plan:post", { predicate: { kind: "artifact-exists" } })],
});

const STRANGE: readonly Json[] = [
  ...[null, true, false, 0, 1, -1, 1.5, Number.POSITIVE_INFINITY, Number.NaN],
  ...["", "x", "*", "1.0.0", "01.0.0", ">=1", "skip", "enum", "number", "core", "plan:pre", "__proto__", "../x"],
  ...[
    [],
    {},
    ["*"],
    [1],
    [""],
    [null],
    { skill: "polish", agent: "painter" },
    { type: "string", default: "", description: "x" },
    { inline: "" },
    { path: "../x" },
  ],
];
/** Names of fields that some part of a manifest has, so that they turn up where they do not belong too. */
const NAMES = [
  ...["id", "role", "version", "tier", "requires", "engines", "gsd", "integrity", "provenance", "compatVersions"],
  ...["runtimeCompat", "supported", "unsupported", "notes", "skills", "hooks", "commands", "activationKey", "reviewer"],
  ...["type", "default", "values", "description", "point", "when", "pointFrom", "ref", "skill", "agent", "command"],
  ...["produces", "consumes", "onError", "fragment", "inline", "path", "supportsReviewerLanes", "configValues"],
  ...["priority", "into", "check", "query", "predicate", "agentVerdict", "blocking", "taskContentResolver"],
  ...["", "__proto__"],
];

/** Where a change goes: the way to an object or a list of the manifest. */
type Place = readonly string[];
type Change = readonly [place: Place, name: string, value: Json | undefined];

const PLACES = placesIn(USUAL);
const VALUES: readonly (Json | undefined)[] = [undefined, ...STRANGE];

test("a feature with the fields that people write is known by its looks", () => {
  expect(isUsualFeature(USUAL)).toBe(true);
});

test("what is known by its looks fits the schema, whichever field was changed", () => {
  const changes = PLACES.flatMap((place) =>
    NAMES.flatMap((name) => VALUES.map((value): Change => [place, name, value])),
  );
  const known = changes.map((change) => changed(USUAL, change)).filter(isUsualFeature);
  expect(known.length).toBeGreaterThan(1000);
  expect(known.filter((value) => !fitsSchema(value)).slice(0, 3)).toEqual([]);
});

test("it also fits when several fields were changed at once", () => {
  const change = fc.tuple(fc.constantFrom(...PLACES), fc.constantFrom(...NAMES), fc.constantFrom(...VALUES));
  fc.assert(
    fc.property(fc.array(change, { minLength: 2, maxLength: 4 }), (changes) => {
      const value = changes.reduce(changed, USUAL);
      return !isUsualFeature(value) || fitsSchema(value);
    }),
    { numRuns: 5000 },
  );
});

function fitsSchema(value: JsonObject): boolean {
  return [envelopeSchema(), featureSchema()].every((schema) => schema.safeParse(value, { jitless: true }).success);
}

function placesIn(value: Json, way: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  return [way, ...Object.entries(value).flatMap(([name, item]) => placesIn(item ?? null, [...way, name]))];
}

/** A copy with another value under the name; a list gets it at its end. */
function changed(manifest: JsonObject, [place, name, value]: Change): JsonObject {
  const copy = structuredClone(manifest) as Record<string, Json | undefined>;
  const target = place.reduce<unknown>((at, step) => (isContainer(at) ? at[step] : undefined), copy);
  if (Array.isArray(target)) target.push(value ?? null);
  else if (isContainer(target)) Object.defineProperty(target, name, { ...PLAIN, value });
  return copy;
}

const PLAIN = { enumerable: true, configurable: true, writable: true };

function isContainer(value: unknown): value is Record<string, Json | undefined> {
  return typeof value === "object" && value !== null;
}
