import { expect, test } from "bun:test";
import { readClaims } from "../../../../engine/loop/evidence/claims.ts";

test("a summary claims the files in its front matter and the commits in its own section", () => {
  const summary = [
    "---",
    "key-files:",
    "  created: [src/a.ts, `src/b.ts`]",
    "  modified:",
    "    - src/c.ts - the reader",
    "    - src/*.css",
    "commits: [ABCDEFG, 0a1b2c3]",
    "---",
    "",
    "## Task Commits",
    "",
    "1. Do it, `deadbee`",
    "```",
    "`c0ffee1`",
    "```",
    "",
    "## Notes",
    "",
    "See `facade1`.",
  ].join("\n");
  expect(readClaims(summary.replaceAll("`src/b.ts`", '"`src/b.ts`"'))).toEqual({
    files: ["src/a.ts", "src/b.ts", "src/c.ts"],
    commits: ["0a1b2c3", "deadbee"],
  });
});

test("a summary without claims claims nothing", () => {
  expect(readClaims("# Done\n")).toEqual({ files: [], commits: [] });
});
