import type { Bar } from "./goals.ts";
import { EVERYONE, median, type Readings, type Who } from "./readings.ts";
import { ROWS } from "./rows.ts";
import { figure, table } from "./table.ts";
import { judge, type Verdict } from "./verdict.ts";

export interface Report {
  readonly versions: Readonly<Record<string, string>>;
  readonly cores: number;
  /** Load average at the beginning and at the end, where the system has one. */
  readonly load: readonly [number, number];
  readonly seconds: number;
  readonly hasReference: boolean;
  readonly readings: Readings;
  readonly notes: readonly string[];
}

const NO_REFERENCE =
  "The reference is not installed: run `npm run bench -- --reference` to fetch it (700 MB, once)\nand to see each figure beside it.";

export function textReport(report: Report): string {
  const versions = Object.entries(report.versions).map(([name, version]) => `${name} ${version}`);
  const [before, after] = report.load.map((load) => load.toFixed(1));
  const parts = [
    `${versions.join(", ")}\n${report.cores} cores, load ${before} to ${after}, ${report.seconds.toFixed(0)} s`,
    report.hasReference ? comparison(report.readings) : ownFigures(report.readings),
    report.hasReference ? goals(judge(report.readings)) : NO_REFERENCE,
    report.notes.map((note) => `Note: ${note}`).join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

export function jsonReport(report: Report): string {
  const { readings, ...rest } = report;
  const rows = measured(readings).flatMap(({ name, unit }) =>
    EVERYONE.flatMap((who) => {
      const reading = readings.of(name, who);
      if (!reading || reading.values.length === 0) return [];
      const { values } = reading;
      const summary = { samples: values.length, least: Math.min(...values), median: median(values) };
      return [{ row: name, who, unit, ...summary, leastCpuMs: readings.leastCpu(name, who) }];
    }),
  );
  return `${JSON.stringify({ ...rest, rows, goals: judge(readings) }, null, 2)}\n`;
}

function measured(readings: Readings) {
  return ROWS.filter(({ name }) => readings.has(name));
}

function ownFigures(readings: Readings): string {
  const body = measured(readings).map(({ name, unit, what }) => {
    const values = readings.of(name, "ours")?.values ?? [];
    const cells = [readings.least(name, "ours"), median(values), readings.leastCpu(name, "ours")].map(figure);
    return [name, what, ...cells, unit, String(values.length)];
  });
  return table(["row", "what", "least", "median", "cpu", "unit", "n"], body, 2);
}

function comparison(readings: Readings): string {
  const cell = (row: string, who: Who) => figure(readings.least(row, who));
  const body = measured(readings).map(({ name, unit }) => [
    name,
    unit,
    cell(name, "ours"),
    figure(readings.leastCpu(name, "ours")),
    cell(name, "gsd-bun"),
    figure(readings.leastCpu(name, "gsd-bun")),
    cell(name, "gsd-node"),
    figure(readings.leastCpu(name, "gsd-node")),
    cell(name, "omo"),
    String(readings.of(name, "ours")?.values.length ?? 0),
  ]);
  const head = ["row", "unit", "ours", "cpu", "gsd bun", "cpu", "gsd node", "cpu", "omo", "n"];
  return table(head, body, 2);
}

function goals(verdicts: readonly Verdict[]): string {
  const body = verdicts.map(({ id, title, unit, ours, reference, ratio, bar, met }) => [
    String(id),
    title,
    unit,
    figure(ours),
    figure(reference),
    reference === null ? "" : `${figure(ratio)}x`,
    barText(bar),
    met ? "met" : "MISSED",
  ]);
  return table(["#", "goal", "unit", "ours", "reference", "ratio", "release bar", ""], body, 3);
}

/** At least so many times as fast as the reference, at most so many times as much as it, or at most so much. */
function barText({ kind, limit }: Bar): string {
  const value = figure(limit);
  return { faster: `>= ${value}x`, share: `<= ${value}x`, atMost: `<= ${value}` }[kind];
}
