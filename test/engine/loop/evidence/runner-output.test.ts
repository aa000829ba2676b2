import { describe, expect, test } from "bun:test";
import { type RunnerReading, readRunnerOutput } from "../../../../engine/loop/evidence/runner-output.ts";

const OUTPUTS: readonly (readonly [command: string, output: string, reading: RunnerReading])[] = [
  ["bun test", "3 pass\n0 fail\nRan 3 tests across 1 file.", "ran"],
  ["bun test", "0 pass\n0 fail\nRan 0 tests across 0 files.", "none"],
  ["bun test", "0 pass\n4 skip\n0 fail\nRan 4 tests across 1 file.", "skipped"],
  ["bun test", "1 pass\n4 skip\n0 fail", "ran"],
  ["bun test > /dev/null", "", "unreadable"],
  ["node --test", "# tests 0\n# pass 0\n# fail 0\n# skipped 0", "none"],
  ["node --test", "ℹ tests 2\nℹ pass 0\nℹ fail 0\nℹ skipped 2", "skipped"],
  ["node --test", "ℹ tests 2\nℹ pass 2\nℹ fail 0", "ran"],
  ["go test ./...", "ok  \ttide/gauge\t0.01s\n?   tide/x  [no test files]", "ran"],
  ["go test ./...", "?   tide/gauge  [no test files]", "none"],
  ["go test -run X ./...", "ok  \ttide/gauge\t0.01s [no tests to run]", "none"],
  ["pytest", "==== 3 passed, 1 skipped in 0.10s ====", "ran"],
  ["pytest", "==== no tests ran in 0.01s ====", "none"],
  ["pytest", "==== 2 skipped in 0.01s ====", "skipped"],
  ["python -m unittest", "Ran 3 tests in 0.001s\n\nOK (skipped=3)", "skipped"],
  ["python -m unittest", "Ran 3 tests in 0.001s\n\nOK (skipped=1)", "ran"],
  ["python -m unittest", "Ran 0 tests in 0.000s\n\nNO TESTS RAN", "none"],
  ["cargo test", "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured", "none"],
  ["cargo test", "test result: ok. 2 passed; 0 failed; 1 ignored", "ran"],
  ["npx jest", "Test Suites: 1 skipped, 0 of 1 total\nTests:       4 skipped, 4 total", "skipped"],
  ["npx jest --passWithNoTests", "No tests found, exiting with code 0", "none"],
  ["npx vitest run", "\u001b[32m Test Files  1 passed (1)\n      Tests  3 passed (3)\u001b[39m", "ran"],
  ["npx vitest run --passWithNoTests", "No test files found, exiting with code 0", "none"],
  ["mvn test", "Tests run: 3, Failures: 0, Errors: 0, Skipped: 3", "skipped"],
  ["dotnet test", "Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3", "ran"],
  ["rspec", "0 examples, 0 failures", "none"],
  ["rspec", "3 examples, 0 failures", "ran"],
  ["phpunit", "No tests executed!", "none"],
  ["phpunit", "OK (3 tests, 5 assertions)", "ran"],
  ["test -f out.txt", "", "plain"],
  ["tsc --noEmit", "", "plain"],
  ["npm run lint", "0 errors, 3 warnings", "plain"],
];

describe("the output of a check tells", () => {
  test.each(OUTPUTS)("%s: %j is %s", (command, output, reading) => {
    expect(readRunnerOutput(command, output)).toBe(reading);
  });
});
