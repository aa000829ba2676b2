import { type LayerKind, PERSON, setting } from "../settings/setting.ts";
import { TEXTS } from "../settings/shape.ts";
import type { Posture, RuleId } from "./rule.ts";
import { RULES, ruleOf } from "./rules.ts";
import { TOOL_CLASSES, type ToolClass } from "./tool-classes.ts";

const BOTH: readonly LayerKind[] = ["project", "person"];
const RULE_IDS = RULES.map(({ id }) => id);
const A_RULE = "a rule of `guard list`";
const STRICTNESS: Readonly<Record<Posture, number>> = { advise: 0, ask: 1, deny: 2 };

/** What the guard is told. A project can only make it stricter. */
export const GUARD_ROWS = {
  "guard.secrets": setting<readonly string[]>({
    takes: TEXTS,
    fallback: [],
    layers: BOTH,
    addsUp: true,
    says: "Globs of further files that hold credentials.",
  }),
  "guard.protect": setting<readonly string[]>({
    takes: TEXTS,
    fallback: [],
    layers: BOTH,
    addsUp: true,
    says: "Globs of files that a model may read and not change.",
  }),
  "guard.posture": setting<Readonly<Partial<Record<RuleId, Posture>>>>({
    takes: { is: "map", names: RULE_IDS, called: A_RULE, of: { is: "choice", of: ["deny", "ask", "advise"] } },
    fallback: {},
    fallbackSays: "as `guard list` shows the rules",
    layers: BOTH,
    addsUp: true,
    direction: "a project only makes a rule stricter",
    objection: (layer, id, posture) => postureObjection(layer, id as RuleId, posture as Posture),
    says: "What a rule does.",
  }),
  "guard.agents": setting<Readonly<Record<string, readonly ToolClass[]>>>({
    takes: { is: "map", of: { is: "list", of: { is: "choice", of: TOOL_CLASSES } } },
    fallback: {},
    layers: BOTH,
    addsUp: true,
    says: "Classes of tools that an agent may use; an agent that is not named may use all.",
  }),
  "guard.allow": setting<readonly string[]>({
    takes: TEXTS,
    fallback: [],
    layers: PERSON,
    addsUp: true,
    says: "Globs of files that no rule about paths stops, but those that hold always.",
  }),
  "guard.writable": setting<readonly string[]>({
    takes: TEXTS,
    fallback: [],
    layers: PERSON,
    addsUp: true,
    says: "Folders outside the project that may be written to.",
  }),
  "guard.off": setting<readonly RuleId[]>({
    takes: { is: "list", of: { is: "choice", of: RULE_IDS, called: A_RULE } },
    fallback: [],
    layers: PERSON,
    addsUp: true,
    objection: (_layer, id) => (ruleOf(id as RuleId).fixed ? HOLDS_ALWAYS : null),
    says: "Rules that do not hold.",
  }),
};

const HOLDS_ALWAYS = "cannot be made looser";

function postureObjection(layer: LayerKind, id: RuleId, posture: Posture): string | null {
  const rule = ruleOf(id);
  if (STRICTNESS[posture] < STRICTNESS[rule.posture]) {
    if (rule.fixed) return HOLDS_ALWAYS;
    if (layer === "project") return "can only be made stricter by a project";
  }
  return rule.posture === "advise" && posture !== "advise" ? "speaks after the call; it can only advise" : null;
}
