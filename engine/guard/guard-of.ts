import type { ProjectContext } from "../loop/context.ts";
import { isGuardingKey } from "../loop/guarding-keys.ts";
import { createGuard, type Guard } from "./guard.ts";

const guards = new WeakMap<ProjectContext, Guard>();

/** The guard of a project. Only what asks for it brings its code along. */
export function guardOf(context: ProjectContext): Guard {
  const guard = guards.get(context) ?? makeGuard(context);
  guards.set(context, guard);
  return guard;
}

function makeGuard(context: ProjectContext): Guard {
  const { root, home, homes, env, writableRoots, now } = context;
  return createGuard({
    root,
    home,
    decisions: homes.decisions,
    env,
    writableRoots,
    isGuardingKey: (key) => isGuardingKey(key, context.registry),
    now,
  });
}
