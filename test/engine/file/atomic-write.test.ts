import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { replaceFile } from "../../../engine/file/atomic-write.ts";
import { diskOperations, type FileOperations } from "../../../engine/file/operations.ts";

const folder = () => mkdtempSync(join(tmpdir(), "write-"));

const failing = (step: keyof FileOperations, code: string): FileOperations => ({
  ...diskOperations,
  [step]: () => {
    throw Object.assign(new Error(code), { code });
  },
});

describe("replacing a file", () => {
  test("makes missing folders and leaves nothing else behind", () => {
    const root = folder();
    replaceFile(root, "a/b/c.md", "text");
    expect(readFileSync(join(root, "a/b/c.md"), "utf8")).toBe("text");
    expect(readdirSync(join(root, "a/b"))).toEqual(["c.md"]);
    expect(statSync(join(root, "a/b/c.md")).mode & 0o777).toBe(0o600);
  });

  test("keeps the mode and breaks hard links instead of writing through them", () => {
    const root = folder();
    writeFileSync(join(root, "one"), "old");
    chmodSync(join(root, "one"), 0o664);
    linkSync(join(root, "one"), join(root, "two"));
    replaceFile(root, "one", "new");
    expect(statSync(join(root, "one")).mode & 0o777).toBe(0o664);
    expect(readFileSync(join(root, "two"), "utf8")).toBe("old");
  });

  test.each(["create", "rename"] as const)("keeps the old bytes and names the file when %s fails", (step) => {
    const root = folder();
    writeFileSync(join(root, "one"), "old");
    expect(() => replaceFile(root, "one", "new", failing(step, "ENOSPC"))).toThrow(
      expect.objectContaining({ code: "FILE_UNWRITABLE", data: { file: "one", code: "ENOSPC" } }),
    );
    expect(readFileSync(join(root, "one"), "utf8")).toBe("old");
    expect(readdirSync(root)).toEqual(["one"]);
  });

  test("refuses to write through a link or outside the root", () => {
    const root = folder();
    const elsewhere = folder();
    symlinkSync(elsewhere, join(root, "link"));
    symlinkSync(join(elsewhere, "target"), join(root, "file"));
    for (const path of ["link/x", "file", "../x", "link/new/x"]) {
      expect(() => replaceFile(root, path, "new")).toThrow(expect.objectContaining({ code: "PATH_REFUSED" }));
    }
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test.each([
    ["a link", (folderPath: string) => symlinkSync(folder(), folderPath)],
    ["another folder", (folderPath: string) => mkdirSync(folderPath)],
  ])("notices that its folder was exchanged for %s while it wrote", (_name, exchange) => {
    const root = folder();
    mkdirSync(join(root, "a"));
    const swapping: FileOperations = {
      ...diskOperations,
      create(path, content, mode) {
        diskOperations.create(path, content, mode);
        diskOperations.rename(join(root, "a"), join(root, "moved"));
        exchange(join(root, "a"));
      },
    };
    expect(() => replaceFile(root, "a/x", "new", swapping)).toThrow(expect.objectContaining({ code: "PATH_REFUSED" }));
    expect(readdirSync(join(root, "a"))).toEqual([]);
  });

  test("is not fooled by an exchanged folder that has the same temporary file", () => {
    const root = folder();
    mkdirSync(join(root, "a"));
    const swapping: FileOperations = {
      ...diskOperations,
      create(path, content, mode) {
        diskOperations.create(path, content, mode);
        diskOperations.rename(join(root, "a"), join(root, "moved"));
        mkdirSync(join(root, "a"));
        linkSync(join(root, "moved", basename(path)), path);
      },
    };
    expect(() => replaceFile(root, "a/x", "new", swapping)).toThrow(
      expect.objectContaining({ code: "PATH_REFUSED", data: { file: "a/x", code: "raced" } }),
    );
    expect(readdirSync(join(root, "a"))).toEqual([]);
  });

  test("makes no folder through a link that appears in its place", () => {
    const root = folder();
    const elsewhere = folder();
    const swapping: FileOperations = {
      ...diskOperations,
      makeFolder(path) {
        symlinkSync(elsewhere, path);
      },
    };
    expect(() => replaceFile(root, "a/b/x", "new", swapping)).toThrow(
      expect.objectContaining({ code: "PATH_REFUSED" }),
    );
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
