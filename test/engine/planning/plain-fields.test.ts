import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { findBlock, parseBlock } from "../../../engine/planning/frontmatter.ts";
import { readPlainFields } from "../../../engine/planning/plain-fields.ts";

function readAsYaml(source: string) {
  return parseBlock(source, { start: 0, end: source.length, body: source.length });
}

/** What the quick reader does not leave to the YAML reader, it reads as that one does. */
function agrees(source: string): boolean {
  const plain = readPlainFields(source);
  if (plain === null) return false;
  const slow = readAsYaml(source);
  if (!slow.ok) throw new Error(`read although YAML says: ${slow.problem.message}`);
  expect(plain).toEqual(slow.fields);
  return true;
}

describe("front matter in the plain forms", () => {
  test.each([
    ["fields", "a: x y\nb: 2.10\nc: 'it''s'\nd: \"x # y\"\ne: # none\nf:\n"],
    ["lists", 'a: []\nb: [x, "y, z", \'w\'] # why\nc:\n  - x\n  - "y"\nd:\n- z\n'],
    ["maps", "progress:\n  total: 4\n\n  # note\n  done: 2\nlast: x\n"],
    ["lists of maps", "must_haves:\n  truths:\n    - a b\n  artifacts:\n    - path: src/a.ts\n      exports: [a]\n"],
    ["Windows lines", "a: x   \r\nb:\r\n  - y\r\n"],
  ])("are read without the YAML reader: %s", (_name, source) => {
    expect(agrees(source)).toBe(true);
  });

  test.each([
    "a: &x 1\nb: *x\n",
    "a: |\n  text\n",
    "a: b: c\n",
    "a: x\n  y\n",
    "a: 1\na: 2\n",
    "a: [x\n",
    'a: "\\n"\n',
    "a: {b: c}\n",
    "  a: x\nb: y\n",
    "a:\tx\n",
    "- a\n",
    "a:\n    b: x\n  c: y\n",
  ])("leave %j to the YAML reader", (source) => {
    expect(readPlainFields(source)).toBeNull();
  });

  test("cover nearly all files of the recorded projects", () => {
    const projects = new URL("../../golden/projects/", import.meta.url).pathname;
    let plain = 0;
    let all = 0;
    for (const file of readdirSync(projects, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".md")) continue;
      const text = readFileSync(join(projects, file), "utf8");
      const block = findBlock(text);
      if (typeof block === "string") continue;
      all++;
      if (agrees(text.slice(block.start, block.end))) plain++;
    }
    expect(all).toBeGreaterThan(50);
    expect(plain / all).toBeGreaterThan(0.9);
  });

  const word = fc.constantFrom(
    ..."x|x y|1|2.10|~|null|yes|-|- x|a: b|a:b|b:|#c|x #c|x#c|[]|[x, y]|[x,]|[ x , 'y' ]|[x: y]|[a [b]]|{}|{a: b}".split(
      "|",
    ),
    ..."'x'|'it''s'|'x' #c|'x' y|'x|\"x\"|\"x\\n\"|\"x\"#c|&a x|*a|!t x|? x|>|%x|@x|`x`|x:|x ,y|é|— x|=|...|---|<<".split(
      "|",
    ),
    "|",
    "| x",
    "",
    " x",
    "x ",
    "x\ty",
    "\u00a0x",
    "🚧",
    '["x", y, "z, w"]',
  );
  const key = fc.constantFrom("a", "b", "c_d", "e-f", "__proto__", "1", "a b", '"q"');
  const line = fc
    .record({
      indent: fc.constantFrom(0, 0, 0, 1, 2, 2, 4),
      kind: fc.constantFrom("field", "field", "item", "item field", "bare", "blank", "comment"),
      key,
      word,
      end: fc.constantFrom("\n", "\n", "\n", "\r\n"),
    })
    .map(({ indent, kind, key, word, end }) => {
      const content = {
        field: `${key}: ${word}`,
        item: `- ${word}`,
        "item field": `- ${key}: ${word}`,
        bare: word,
        blank: "",
        comment: "# note",
      }[kind];
      return " ".repeat(indent) + content + end;
    });

  test("are read as the YAML reader would, whatever stands around them", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 7 }), (lines) => {
        if (agrees(lines.join(""))) read++;
      }),
      { numRuns: 20_000 },
    );
    expect(read).toBeGreaterThan(300);
  });
});
