import { type DiagnosticCode, quote, type Report } from "./diagnostic.ts";
import { type Axis, UNDOCUMENTED } from "./vocabulary.ts";

/** What the engine knows and drives on one axis, and the protocol version the host declared. */
export interface AxisTerms {
  readonly known: readonly string[];
  readonly drives: readonly string[];
  readonly hostVersion: number;
}

/** `kept`: the value is the host's own word. */
export interface AxisOutcome<V extends string> {
  readonly value: V;
  readonly kept: boolean;
}

function isMember<V extends string>(axis: Axis<V>, value: string): value is V {
  return Object.hasOwn(axis.members, value);
}

function nextLowerDriven<V extends string>(axis: Axis<V>, value: V, terms: AxisTerms): V | undefined {
  if (!axis.stepsDown) return undefined;
  return (Object.keys(axis.members) as V[])
    .filter((member) => axis.members[member].rank < axis.members[value].rank)
    .sort((a, b) => axis.members[b].rank - axis.members[a].rank)
    .find((member) => terms.known.includes(member) && terms.drives.includes(member));
}

/** The host's value, a lesser one that it implies and the engine drives, or the floor. */
export function negotiateAxis<V extends string>(
  axis: Axis<V>,
  declared: unknown,
  terms: AxisTerms,
  report: Report,
): AxisOutcome<V> {
  const floor = (code: DiagnosticCode, detail?: string): AxisOutcome<V> => {
    report(code, axis.name, detail);
    if (!terms.known.includes(axis.floor)) report("engine-vocabulary-narrow", axis.name, quote(axis.floor));
    return { value: axis.floor, kept: false };
  };

  if (declared === undefined || declared === null) return floor("axis-undeclared");
  if (declared === UNDOCUMENTED) return floor("axis-undocumented");
  if (typeof declared !== "string") return floor("value-not-string");
  if (!isMember(axis, declared) || !terms.known.includes(declared)) return floor("value-unknown", quote(declared));

  const { since, successor } = axis.members[declared];
  if (since > terms.hostVersion) {
    return floor("value-newer-than-declared", `${quote(declared)} exists since version ${since}`);
  }
  if (successor !== undefined) report("value-deprecated", axis.name, `${quote(declared)} became ${quote(successor)}`);
  if (terms.drives.includes(declared)) return { value: declared, kept: true };

  const lower = nextLowerDriven(axis, declared, terms);
  if (lower === undefined) return floor("capped-by-engine", quote(declared));
  report("capped-by-engine", axis.name, `${quote(declared)} to ${quote(lower)}`);
  return { value: lower, kept: false };
}
