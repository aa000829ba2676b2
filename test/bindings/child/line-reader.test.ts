import { expect, test } from "bun:test";
import fc from "fast-check";
import { createLineReader } from "../../../bindings/child/line-reader.ts";

function read(chunks: readonly Uint8Array[], limit = 1_000_000) {
  const seen: string[] = [];
  const feed = createLineReader({ limit, line: (text) => seen.push(text), overlong: () => seen.push("<overlong>") });
  for (const chunk of chunks) feed(chunk);
  return seen;
}

test("lines do not depend on where the stream is cut, also inside a character", () => {
  const line = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\n"));
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 7 }), (lines, size) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
      const chunks = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(read(chunks)).toEqual(lines);
    }),
  );
});

test("a line beyond the limit is reported once and the next line is read", () => {
  const chunks = ["12345678", "90123", "45\nshort\n"].map((text) => Buffer.from(text));
  expect(read(chunks, 10)).toEqual(["<overlong>", "short"]);
});

test("an unfinished last line is not delivered", () => {
  expect(read([Buffer.from("one\n\ntwo")])).toEqual(["one"]);
});
