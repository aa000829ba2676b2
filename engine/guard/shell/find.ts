import { ANY, DEEP, fromGlob } from "./text.ts";

export interface FindCall {
  readonly places: readonly string[];
  /** What it may come upon, as far as the tests of names tell. */
  readonly found: readonly string[];
  readonly commands: readonly (readonly string[])[];
  readonly deletes: boolean;
  /** Whether anything narrows what it comes upon. */
  readonly isNarrowed: boolean;
  readonly written: readonly string[];
}

const NAME_TESTS: ReadonlySet<string> = new Set([
  "-name",
  "-iname",
  "-path",
  "-ipath",
  "-wholename",
  "-regex",
  "-iregex",
]);
const NARROWING = /^-(?:i?name|i?path|i?regex|wholename|empty|mtime|mmin|newer|size|user|maxdepth)$/;
const RUNS: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Reads the words of `find`. */
export function readFind(args: readonly string[]): FindCall {
  const start = args.findIndex((arg) => /^[-!(]/.test(arg) && !/^-[HLPO]/.test(arg));
  const head = (start === -1 ? args : args.slice(0, start)).filter((arg) => !/^-[HLPO]/.test(arg));
  const places = head.length === 0 ? ["."] : head;
  const tests = start === -1 ? [] : args.slice(start);
  const names: string[] = [];
  const commands: string[][] = [];
  const written: string[] = [];
  for (let index = 0; index < tests.length; index++) {
    const test = tests[index] ?? "";
    if (NAME_TESTS.has(test) && !/^(?:!|-not)$/.test(tests[index - 1] ?? ""))
      names.push(...patterns(test, tests[++index] ?? ""));
    else if (/^-f(?:print0?|ls|printf)$/.test(test)) written.push(tests[++index] ?? "");
    else if (RUNS.has(test)) {
      const end = tests.findIndex((word, at) => at > index && (word === ";" || word === "+"));
      commands.push(tests.slice(index + 1, end === -1 ? undefined : end));
      if (end === -1) break;
      index = end;
    }
  }
  return {
    places,
    commands,
    written,
    found: places.flatMap((place) => foundIn(place, names, leavesOut(tests) ? ANY : DEEP)),
    deletes: tests.includes("-delete"),
    isNarrowed: tests.some((test) => NARROWING.test(test)),
  };
}

/** In a test of a whole path, a star stands for slashes too. */
function patterns(test: string, pattern: string): readonly string[] {
  if (/regex/.test(test)) {
    const glob = pattern
      .replaceAll("\\.", "\0")
      .replaceAll(".*", "**")
      .replaceAll(/\.[+?]?/g, "?")
      .replaceAll("\0", ".");
    return fromGlob(glob);
  }
  return /path|wholename/.test(test) ? fromGlob(pattern.replaceAll("*", "**")) : fromGlob(pattern);
}

/** Whether anything keeps it from going everywhere, or from taking all that has such a name. */
function leavesOut(tests: readonly string[]): boolean {
  return tests.some((test) =>
    /^(?:!|-not|-prune|-maxdepth|-empty|-size|-[amc](?:time|min)|-newer.*|-user)$/.test(test),
  );
}

function foundIn(place: string, names: readonly string[], between: string): readonly string[] {
  const folder = place.replace(/\/+$/, "");
  if (names.length === 0) return [`${folder}/${ANY}`];
  // What is named may stand directly in the folder or anywhere below it.
  return names.flatMap((name) => {
    const below = name.replace(/^\.?\//, "").replaceAll(ANY, between);
    return [`${folder}/${below}`, `${folder}/${between}/${below}`];
  });
}
