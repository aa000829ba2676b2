import type { Fields } from "./case.ts";
import type { Checker } from "./checker.ts";
import { clientCheckers } from "./client-checkers.ts";
import { contextCheckers } from "./context-checkers.ts";
import { copyCheckers } from "./copy-checkers.ts";
import { guardCheckers } from "./guard-checkers.ts";
import { checkDiskReads, stabilityCheckers } from "./stability-checkers.ts";
import type { Trace } from "./trace.ts";

const CHECKERS: Readonly<Record<string, Checker>> = {
  ...clientCheckers,
  ...contextCheckers,
  ...guardCheckers,
  ...copyCheckers,
  ...stabilityCheckers,
};

/** Everything that a case expects and that does not hold. A word that no checker knows is a problem too. */
export function checkExpectations(expected: Fields, trace: Trace): readonly string[] {
  return Object.entries(expected).flatMap(([key, wanted]) => {
    const span = /^disk_reads_between_(\w+)_and_(\w+)_at_most$/.exec(key);
    if (span) return checkDiskReads(span[1] ?? "", span[2] ?? "", Number(wanted), trace);
    const checker = CHECKERS[key];
    return checker === undefined ? [`nobody checks "${key}"`] : checker(wanted, trace);
  });
}
