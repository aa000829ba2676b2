import { type Ground, isWritableOutside } from "./ground.ts";
import { changesGuarding } from "./guarding-change.ts";
import { lossOf } from "./loss.ts";
import { namesIn } from "./names-in.ts";
import { PathSet } from "./path-set.ts";
import type { PathUse } from "./path-use.ts";
import type { RuleId } from "./rule.ts";
import { ruleOf } from "./rules.ts";
import type { Pattern } from "./shell/text.ts";
import { statOf } from "./stat.ts";
import type { Where } from "./where.ts";

const sets = new Map<RuleId, { readonly named: PathSet; readonly except: PathSet }>();

/** Whether a rule's patterns name this path. */
function names(id: RuleId, path: string): boolean {
  let set = sets.get(id);
  if (!set) {
    const { patterns, except } = ruleOf(id);
    set = { named: new PathSet(patterns), except: new PathSet(except ?? []) };
    sets.set(id, set);
  }
  return set.named.has(path) && !set.except.has(path);
}

export function isSecret({ named, real, inside }: Where, { policy }: Ground): boolean {
  if (names("secret", real) || names("secret", named)) return true;
  return policy.secrets.has(inside ?? real);
}

/** What nobody but the engine or a person writes, or a secret: such a name is suspicious wherever it turns up. */
export function protectingRule(where: Where, ground: Ground): RuleId | null {
  if (isSecret(where, ground)) return "secret";
  if (names("person-only", where.real)) return "person-only";
  if (where.inside !== null && names("engine-owned", where.inside)) return "engine-owned";
  return where.inside !== null && ground.policy.protect.has(where.inside) ? "protected" : null;
}

/** The rules that a use of a path breaks, the graver first. */
export function rulesBroken(use: PathUse, where: Where, ground: Ground): readonly RuleId[] {
  const broken: RuleId[] = [];
  if (use.use === "read") {
    if (isSecret(where, ground)) broken.push("secret");
  } else {
    const protecting = protectingRule(where, ground);
    if (protecting !== null) broken.push(protecting);
    if (use.use !== "named") broken.push(...rulesOfWriting(use, where, ground));
  }
  if (broken.length === 0 || !isAllowed(where, ground)) return broken;
  return broken.filter((id) => ruleOf(id).fixed);
}

/** Whether somebody's home lies in a folder, with all that is kept in it. */
export function holdsHome({ real }: Where, { places, home }: Ground): boolean {
  return places.within(real, home) !== null && places.within(real, places.root) !== "";
}

/** A secret that lies openly in a folder and is not left out by its name, or the home that the folder holds. */
export function secretIn(folder: Where, left: readonly Pattern[], ground: Ground): string | null {
  if (holdsHome(folder, ground)) return folder.named;
  for (const name of namesIn(folder.real)) {
    const where = ground.places.locate(name, folder.real);
    if (left.some((pattern) => pattern.test(name)) || !isSecret(where, ground) || isAllowed(where, ground)) continue;
    return name;
  }
  return null;
}

function isAllowed({ inside, real }: Where, { policy }: Ground): boolean {
  return policy.allow.has(real) || (inside !== null && policy.allow.has(inside));
}

function rulesOfWriting(use: PathUse, where: Where, ground: Ground): readonly RuleId[] {
  const { inside, real } = where;
  if (inside === null) {
    if (!isWritableOutside(real, ground)) return ["outside-project"];
    return names("git-internals", real) ? ["git-internals"] : [];
  }
  const broken = names("host-settings", inside) ? (["host-settings"] as const) : [];
  if (/^\.(?:planning|guild)/i.test(inside)) return [...rulesOfPlanning(use, where, inside, ground), ...broken];
  return names("git-internals", inside) ? ["git-internals"] : broken;
}

const PAGE_DELETED =
  /^\.(?:planning|guild)(?:$|\/(?:phases|runs|milestones|workstreams|wiki)(?:$|\/)|\/(?:config|settings)\.json$)/i;

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

function rulesOfPlanning(use: PathUse, { real }: Where, inside: string, ground: Ground): readonly RuleId[] {
  const broken: RuleId[] = [];
  if (names("guard-settings", inside) && changesGuarding(use, real, ground.isGuardingKey))
    broken.push("guard-settings");
  const isCurated = names("curated", inside);
  if (use.use === "delete") {
    if (isCurated) broken.push("curated");
    else if (PAGE_DELETED.test(inside) || isFolder(real)) broken.push("planning-loss");
    return broken;
  }
  if (!isCurated && !names("planning-loss", inside)) return broken;
  const loss = lossOf(use.effect, real);
  if (isCurated && loss !== "nothing") broken.push("curated");
  if (!isCurated && loss === "everything") broken.push("planning-loss");
  return broken;
}
