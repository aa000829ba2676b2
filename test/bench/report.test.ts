import { expect, test } from "bun:test";
import { EVERYONE, Readings } from "../../bench/readings.ts";
import { type Report, textReport } from "../../bench/report.ts";
import { ROWS } from "../../bench/rows.ts";

/** Every row measured for everyone; the reference takes `times` as long as ours. */
function report(times: number): Report {
  const readings = new Readings();
  for (const [index, { name }] of ROWS.entries()) {
    for (const who of EVERYONE) {
      const value = (index + 1) * (who === "ours" ? 12.345 : 12.345 * times);
      readings.add(name, who, [value], [value]);
    }
  }
  const versions = { loopwright: "1.0.0" };
  return { versions, cores: 2, load: [0, 0], seconds: 1, hasReference: true, readings, notes: [] };
}

test("both tables stay within 100 columns, however long the figures", () => {
  const lines = textReport(report(12_345)).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(101);
});

test("a goal against the reference is met or missed by its ratio", () => {
  const goal = (times: number) => textReport(report(times)).match(/^10 .*$/m)?.[0];
  expect(goal(51)).toMatch(/ 51x +>= 50x +met$/);
  expect(goal(49)).toMatch(/ 49x +>= 50x +MISSED$/);
});
