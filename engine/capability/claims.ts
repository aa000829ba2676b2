import type { CapabilityManifest, ManifestIssue } from "./manifest.ts";

/** Names that only one capability may hold. */
export interface Claim {
  /** Equal for two claims on the same thing. */
  readonly key: string;
  readonly code: "E_ID_TAKEN" | "E_OWNER" | "E_KEY_OWNER" | "E_LANE" | "E_DOUBLE_PRODUCER";
  readonly path: string;
  readonly what: string;
}

export function claimsOf(manifest: CapabilityManifest): readonly Claim[] {
  const { id, skills, agents, commands, config, steps, taskContentResolver, reviewer } = manifest;
  const owned = (kind: string, names: readonly string[], path: string): Claim[] =>
    names.map((name) => ({ key: `${kind} ${name}`, code: "E_OWNER", path, what: `the ${kind} ${name}` }));
  const lane = (kind: string, value: unknown): Claim[] =>
    typeof value === "string"
      ? [{ key: `${kind} ${value}`, code: "E_LANE", path: "reviewer", what: `the ${kind} ${value}` }]
      : [];
  return [
    { key: `id ${id}`, code: "E_ID_TAKEN", path: "id", what: `the id ${id}` },
    ...owned("skill", skills, "skills"),
    ...owned("agent", agents, "agents"),
    ...owned(
      "command family",
      commands.map(({ family }) => family),
      "commands",
    ),
    ...Object.keys(config).map(
      (key): Claim => ({ key: `key ${key}`, code: "E_KEY_OWNER", path: `config.${key}`, what: `the key ${key}` }),
    ),
    ...lane("tracker prefix", taskContentResolver?.trackerPrefix),
    ...lane("reviewer", reviewer?.slug),
    ...lane("reviews section", reviewer?.reviewsSection),
    ...(Array.isArray(reviewer?.flags) ? reviewer.flags.flatMap((flag) => lane("reviewer flag", flag)) : []),
    ...steps.flatMap((step, index) =>
      step.produces.map(
        (artifact): Claim => ({
          key: `artifact ${step.point} ${artifact}`,
          code: "E_DOUBLE_PRODUCER",
          path: `steps.${index}.produces`,
          what: `${artifact} at ${step.point}`,
        }),
      ),
    ),
  ];
}

/** Which of one capability's claims it makes twice, or someone else holds already. */
export function conflictsOf(claims: readonly Claim[], held: ReadonlyMap<string, string>): ManifestIssue[] {
  const own = new Set<string>();
  const steps = new Map<string, string>();
  return claims.flatMap(({ key, code, path, what }): ManifestIssue[] => {
    const holder = held.get(key);
    if (holder !== undefined) return [{ code, path, message: `${what} belongs to ${holder}` }];
    const twice = own.has(key) && (code !== "E_DOUBLE_PRODUCER" || steps.get(key) !== path);
    own.add(key);
    steps.set(key, path);
    return twice ? [{ code, path, message: `${what} is claimed twice` }] : [];
  });
}
