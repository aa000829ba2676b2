import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { LineWalk } from "../../../engine/planning/line-walk.ts";
import { maskInert, readSections, walkProse } from "../../../engine/planning/markdown.ts";
import { walkProseLines } from "../../../engine/planning/prose.ts";

const prose = (text: string) => {
  const lines: string[] = [];
  walkProse(text, 0, (line) => lines.push(line.text));
  return lines;
};

describe("lines", () => {
  test("cover every character of any text, once and in order", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "\r", "\n", "`", "<!--", "-->", "~", " "), maxLength: 60 }),
        (text) => {
          let at = 0;
          const line = new LineWalk(text);
          while (at < text.length) {
            line.moveTo(at);
            expect(text.slice(at, line.end)).not.toMatch(/[\r\n]/);
            expect(["", "\n", "\r", "\r\n"]).toContain(text.slice(line.end, line.next));
            at = line.next;
          }
          expect(at).toBe(text.length);
          expect(maskInert(text, 0)).toHaveLength(text.length);
        },
      ),
    );
  });

  test("that begin with a wanted mark are found among all others", () => {
    const units = ["#", " ", "\t", "a", "\r", "\n", "\n", "\u2028", "```", "~~~", "<!--", "-->", "<", "|"];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...units), maxLength: 60 }), fc.nat(2), (text, from) => {
        const wanted = (marks: string | null) => {
          const lines: number[] = [];
          const { open } = walkProseLines(text, from, marks, (start, end) => {
            if (/^[ \t]*#/.test(text.slice(start, end))) lines.push(start);
          });
          return { lines, open };
        };
        expect(wanted("#")).toEqual(wanted(null));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["a fence ends with its own mark", "a\n```\n~~~\nx\n```\nb", ["a", "b"]],
    ["a longer fence holds shorter ones", "````\n```\nx\n````\nb", ["b"]],
    ["a fence with words does not close one", "```\n``` x\n```\nb", ["b"]],
    ["inline code opens nothing", "```x``` y\nb", ["```x``` y", "b"]],
    ["a comment may span lines", "<!-- a\nb\n--> c\nd", ["d"]],
    ["a comment after text hides nothing", "a <!-- b\nc", ["a <!-- b", "c"]],
    ["an open fence hides the rest", "a\n```\nb", ["a"]],
  ])("%s", (_name, text, lines) => {
    expect(prose(text)).toEqual(lines);
  });

  test("say what was still open at the end", () => {
    expect(walkProse("```\n", 0, () => undefined).open).toBe("fence");
    expect(walkProse("<!--\n", 0, () => undefined).open).toBe("comment");
    expect(walkProse("```\n```\n", 0, () => undefined).open).toBeNull();
  });
});

test("a section ends at the next heading of its level or above", () => {
  const text = "# A\n## B\nx\n### C ##\ny\n## D\n# E\n";
  const sections = readSections(text, 0).map(({ title, start, end }) => [title, text.slice(start, end)]);
  expect(sections).toEqual([
    ["A", "# A\n## B\nx\n### C ##\ny\n## D\n"],
    ["B", "## B\nx\n### C ##\ny\n"],
    ["C", "### C ##\ny\n"],
    ["D", "## D\n"],
    ["E", "# E\n"],
  ]);
});
