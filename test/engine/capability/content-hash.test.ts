import { afterEach, beforeEach, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../../engine/capability/content-hash.ts";
import { OverlayHome } from "./overlay-home.ts";

let place: OverlayHome;
let folder: string;
beforeEach(() => {
  place = new OverlayHome();
  folder = place.capability("guest");
  place.file(join(folder, "capability.json"), "{}");
  place.file(join(folder, "ü/ä.txt"), "text");
});
afterEach(() => place.close());

test("is the digest of names, kinds, lengths and contents in byte order", () => {
  const u32 = (value: number) => Buffer.from([0, 0, 0, value]);
  const u64 = (value: number) => Buffer.concat([u32(0), u32(value)]);
  const file = (name: string, content: string) => [
    Buffer.from([1]),
    u32(Buffer.byteLength(name)),
    name,
    u64(content.length),
    content,
  ];
  const hash = createHash("sha512");
  for (const part of [
    u64(3),
    ...file("capability.json", "{}"),
    Buffer.from([2]),
    u32(2),
    "ü",
    ...file("ü/ä.txt", "text"),
  ]) {
    hash.update(part);
  }
  expect(contentHash(folder)).toEqual({ ok: true, hash: `sha512-${hash.digest("base64")}` });
});

test("is the same on Node", async () => {
  const outdir = join(place.folder, "built");
  await Bun.build({
    entrypoints: [join(import.meta.dir, "../../../engine/capability/content-hash.ts")],
    outdir,
    target: "node",
  });
  const script = `import { contentHash } from ${JSON.stringify(join(outdir, "content-hash.js"))};
    process.stdout.write(JSON.stringify(contentHash(${JSON.stringify(folder)})));`;
  const answer = execFileSync("node", ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(answer)).toEqual(contentHash(folder));
});

test("changes with a new empty folder, not with a compiled cache", () => {
  const before = contentHash(folder);
  place.file(join(folder, "__pycache__/a.pyc"), "x");
  expect(contentHash(folder)).toEqual(before);
  place.file(join(folder, "__pycache__/a.txt"), "x");
  expect(contentHash(folder)).not.toEqual(before);
});

test("does not exist for a folder with a link", () => {
  symlinkSync("/etc/hostname", join(folder, "link"));
  expect(contentHash(folder)).toEqual({ ok: false, reason: "link is a link or a special file" });
});
