const CLAIMS = Symbol.for("loopwright.copies");

interface Claim {
  readonly version: string;
  readonly entry: string;
  /** The conflict was reported once already. */
  reported: boolean;
}

export type ClaimAnswer =
  | { readonly active: true; readonly release: () => void }
  | {
      readonly active: false;
      readonly other: { readonly version: string; readonly entry: string };
      readonly report: boolean;
    };

/**
 * One copy of the plugin works per host, process and folder: two would guard, record and continue everything twice.
 * The claims stand on `globalThis`, which all copies share. `report` is true for the first loser only.
 */
export function claimFolder(host: string, folder: string, version: string, entry: string): ClaimAnswer {
  const shared = globalThis as { [CLAIMS]?: Map<string, Claim> };
  shared[CLAIMS] ??= new Map();
  const claims = shared[CLAIMS];
  const key = `${host} ${folder}`;
  const held = claims.get(key);
  if (held) {
    const report = !held.reported;
    held.reported = true;
    return { active: false, other: { version: held.version, entry: held.entry }, report };
  }
  const claim: Claim = { version, entry, reported: false };
  claims.set(key, claim);
  return {
    active: true,
    release: () => {
      if (claims.get(key) === claim) claims.delete(key);
    },
  };
}
