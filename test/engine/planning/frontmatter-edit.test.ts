import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readFrontmatter } from "../../../engine/planning/frontmatter.ts";
import { setFrontmatterField } from "../../../engine/planning/frontmatter-edit.ts";

const set = (text: string, path: string, value: string | number | boolean) => {
  const edit = setFrontmatterField(text, path, value);
  if (!edit.ok) throw new Error(edit.problem.message);
  return edit.text;
};

describe("a file from a Windows editor", () => {
  const f16 = JSON.parse(readFileSync(new URL("../../field/cases/F16-bom-and-crlf.json", import.meta.url), "utf8"));
  const state: string = f16.given.project[".planning/STATE.md"];

  test("is read whole, with every scalar as text", () => {
    const front = readFrontmatter(state);
    if (!front.ok) throw new Error(front.problem.message);
    const asText = JSON.parse(JSON.stringify(f16.expect.read), (_key, value) =>
      typeof value === "number" ? String(value) : value,
    );
    expect(front.fields).toEqual(asText);
  });

  test("changes in the addressed bytes only", () => {
    const [, one, two] = f16.steps;
    const changed = set(state, one.field, one.value);
    expect(changed).toBe(f16.expect.set.bytes);
    expect(set(changed, two.field, two.value)).toBe(f16.expect.nested.bytes);
  });

  test("without a closing fence is a problem, not an empty object", () => {
    const front = readFrontmatter(f16.steps[3].content);
    expect(front.ok).toBe(false);
  });
});

describe("a set field keeps the style around it", () => {
  test.each([
    ["plain", "---\na: x # why\nb: 1\n---\n", "a", "y", "---\na: y # why\nb: 1\n---\n"],
    ["single quotes", "---\na: 'x'\n---\n", "a", "it's", "---\na: 'it''s'\n---\n"],
    ["an id that looks like a number", "---\na: 1\n---\n", "a", "2.10", '---\na: "2.10"\n---\n'],
    ["an empty value", "---\na: # none\nb: 1\n---\n", "a", "x", "---\na: x # none\nb: 1\n---\n"],
    ["an empty parent", "---\np:\nb: 1\n---\n", "p.a", "x", "---\np:\n  a: x\nb: 1\n---\n"],
    ["a missing key", "---\na: 1\n---\nbody\n", "z", "2026-01-02", '---\na: 1\nz: "2026-01-02"\n---\nbody\n'],
    ["a missing key before a comment", "---\na: 1\n# end\n---\n", "z", "x", "---\na: 1\nz: x\n# end\n---\n"],
    [
      "a missing nested key",
      "---\np:\n    a: 1\n\nq: 2\n---\n",
      "p.b",
      3,
      "---\np:\n    a: 1\n    b: 3\n\nq: 2\n---\n",
    ],
    ["a flow map", "---\np: {a: 1}\n---\n", "p.b", "x", "---\np: {a: 1, b: x}\n---\n"],
    ["a block text", "---\na: |\n  x\n  y\nb: 1\n---\n", "a", "z", '---\na: "z"\nb: 1\n---\n'],
    ["old line ends", "---\ra: 1\r---\rbody\r", "b", "x", "---\ra: 1\rb: x\r---\rbody\r"],
    ["no front matter", "# Title\n", "a", "x", "---\na: x\n---\n\n# Title\n"],
    ["an empty block", "---\n---\nbody\n", "a.b", "x", "---\na:\n  b: x\n---\nbody\n"],
  ])("%s", (_name, text, path, value, expected) => {
    expect(set(text, path, value)).toBe(expected);
  });

  test.each([
    ["anchors", "---\na: &x 1\nb: *x\n---\n"],
    ["tags", "---\na: !!binary x\n---\n"],
    ["twice the same key", "---\na: 1\na: 2\n---\n"],
    ["a list", "---\n- a\n---\n"],
    ["a nested colon", "---\na: b: c\n---\n"],
    ["no end", "---\na: 1\n"],
  ])("refuses %s", (_name, text) => {
    expect(readFrontmatter(text).ok).toBe(false);
    expect(setFrontmatterField(text, "a", "x").ok).toBe(false);
  });

  test.each(["[", "{", "- ", "? "])("a block nested deeply with %p is a problem, not a crash", (opener) => {
    expect(readFrontmatter(`---\na:\n  ${opener.repeat(10_000)}\n---\n`).ok).toBe(false);
  });
});

const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), { minLength: 2, maxLength: 6 });
const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom("", "null", "1", "yes", "~", "- a", "a: b", "#", "2.10", "'", '"'),
);
const styles = fc.constantFrom("plain", "single", "double", "literal");
const ends = fc.constantFrom("\n", "\r\n");

function written(value: string, style: string, end: string): string {
  if (style === "single") return `'${value}'`;
  if (style === "double") return `"${value}"`;
  return style === "literal" ? `|${end}  ${value}${end}  ${value}` : value;
}

describe("set one field, read again", () => {
  test("that field has changed and every other byte is equal", () => {
    const blocks = fc.record({
      keys: names,
      bom: fc.boolean(),
      end: ends,
      picks: fc.array(styles, { minLength: 6, maxLength: 6 }),
      comment: fc.boolean(),
      body: fc.string({ maxLength: 40 }),
      value: texts,
      which: fc.nat(5),
    });
    fc.assert(
      fc.property(blocks, ({ keys, bom, end, picks, comment, body, value, which }) => {
        const lines = keys.map(
          (key, index) =>
            `${key}: ${written(`v${index}`, picks[index] ?? "plain", end)}${comment && (picks[index] ?? "") !== "literal" ? " # note" : ""}${end}`,
        );
        const text = `${bom ? "\ufeff" : ""}---${end}${lines.join("")}---${end}${body}`;
        const at = which % keys.length;
        const key = keys[at] ?? "";
        const result = set(text, key, value);
        const before = readFrontmatter(text);
        const after = readFrontmatter(result);
        if (!before.ok || !after.ok) throw new Error("unreadable");
        expect(after.fields).toEqual({ ...before.fields, [key]: value });
        const head = text.indexOf(lines[at] ?? "", bom ? 4 : 3) + key.length + 1;
        const tail = text.length - (text.indexOf(lines[at] ?? "", bom ? 4 : 3) + (lines[at]?.length ?? 0));
        expect(result.slice(0, head)).toBe(text.slice(0, head));
        expect(result.slice(result.length - tail)).toBe(text.slice(text.length - tail));
        if (comment && picks[at] !== "literal")
          expect(result.slice(0, result.length - tail)).toEndWith(` # note${end}`);
      }),
      { numRuns: 500 },
    );
  });
});
