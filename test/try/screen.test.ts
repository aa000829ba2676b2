import { describe, expect, test } from "bun:test";
import { stripVTControlCharacters } from "node:util";
import { narrate } from "../../try/narrate.ts";
import { Screen } from "../../try/screen.ts";

function printed(text: string, out: { isTTY?: boolean; columns?: number } = {}, env: Record<string, string> = {}) {
  const written: string[] = [];
  const screen = new Screen({ ...out, write: (part) => written.push(part) }, env);
  screen.line(screen.paint(text, "green"));
  return written.join("");
}

const LONG = `${"word ".repeat(30)}end`;

describe("what is shown", () => {
  test("fits in 80 columns where nobody says how wide it may be, and in what a terminal has", () => {
    for (const [out, width] of [
      [{}, 80],
      [{ isTTY: true, columns: 44 }, 44],
    ] as const) {
      const lines = stripVTControlCharacters(printed(LONG, out)).trimStart().trimEnd().split("\n");
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      expect(lines.join(" ").split(/\s+/)).toEqual(LONG.split(" "));
    }
  });

  test("breaks no path apart", () => {
    const path = `/tmp/${"deep/".repeat(30)}`;
    expect(printed(`It lies in ${path} now`).split("\n")[1]).toBe(`  ${path}`);
  });

  test.each([
    ["a pipe", {}, {}],
    ["a person who wants none", { isTTY: true }, { NO_COLOR: "1" }],
    ["a terminal that has none", { isTTY: true }, { TERM: "dumb" }],
  ] as const)("has no colours for %s", (_, out, env) => {
    expect(printed("tides", out, env)).toBe("tides\n");
  });
});

test("a refusal is told with its reason and what to do", () => {
  const screen = new Screen({ write: () => undefined }, {});
  const line = { ts: "", event: "refusal", what: "point close", reason: "gate_shut", message: "It is shut" };
  expect(narrate({ ...line, remedy: "Open it." }, screen)).toBe(
    "✗ refused point close: It is shut\n  what to do: Open it.",
  );
});
