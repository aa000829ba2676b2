/** What the output of a check tells about the tests that it ran. */
export type RunnerReading =
  /** At least one test ran. */
  | "ran"
  /** There were tests, and every one was skipped. */
  | "skipped"
  /** A runner looked for tests and found none. */
  | "none"
  /** A test runner was called, and its output does not say what it ran. */
  | "unreadable"
  /** No runner of tests: its exit code is all there is. */
  | "plain";

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

const RUNNER =
  /\b(?:bun test|deno test|go test|cargo (?:nex)?test|dotnet test|playwright test|node (?:\S+ )*--test|pytest|vitest|jest|mocha|rspec|phpunit|ava|unittest)\b/;

/** `(\d+) word`, as most runners print it; `word (\d+)` and `word: (\d+)`, as the others do. */
const EXECUTED = [
  /(?<![\w.])(\d+) (?:tests? )?(?:pass(?:ed|ing)?|fail(?:ed|ing)?)\b/g,
  /^(?:#|ℹ) (?:pass|fail) (\d+)$/gm,
  /\b(?:Passed|Failed): +(\d+)/g,
];
const SKIPPED = [
  /(?<![\w.])(\d+) (?:tests? )?(?:skip(?:ped|s)?|pending|ignored|todo|deselected)\b/g,
  /^(?:#|ℹ) (?:skipped|todo) (\d+)$/gm,
  /\b(?:[Ss]kipped|skipped=)(?:: +|=)?(\d+)/g,
];
/** Counts of all tests, skipped ones among them. */
const TOTAL = [
  /^(?:#|ℹ) tests (\d+)$/gm,
  /^Ran (\d+) tests?\b/gm,
  /\bTests run: (\d+)/g,
  /^(?:OK \()?(\d+) (?:tests?|examples?|runs?), \d+/gm,
  /^Tests: (\d+), Assertions/gm,
  /^1\.\.(\d+)\b/gm,
];
const GO_PACKAGE = /^ok\s+\S+\s+(?:\d|\(cached\))(?!.*\[no tests to run\])/m;
const NOTHING_FOUND =
  /\[no test files\]|\[no tests to run\]|\bno tests? (?:files? )?(?:were )?(?:found|ran|executed|run|to run)\b|\bNO-SOURCE\b/i;

/** Reads the counts in a runner's output. Runners that found nothing to run still end with 0, so an exit code is not enough. */
export function readRunnerOutput(command: string, output: string): RunnerReading {
  const text = output.replace(COLOURS, "").replace(/\r\n?/g, "\n");
  const executed = sum(text, EXECUTED);
  const skipped = sum(text, SKIPPED) ?? 0;
  const total = sum(text, TOTAL);
  if ((executed ?? 0) > 0 || GO_PACKAGE.test(text)) return "ran";
  if (executed === null && total !== null && total > skipped) return "ran";
  if (skipped > 0) return "skipped";
  if (executed !== null || total !== null || NOTHING_FOUND.test(text)) return "none";
  return RUNNER.test(command) ? "unreadable" : "plain";
}

/** Null where no pattern is found at all. */
function sum(text: string, patterns: readonly RegExp[]): number | null {
  const counts = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => Number(match[1])));
  return counts.length === 0 ? null : counts.reduce((all, count) => all + count, 0);
}
