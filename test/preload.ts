import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whatever tests leave in the folder for temporary files goes with the run that made it. */
const folder = mkdtempSync(join(tmpdir(), "loopwright-tests-"));
process.env.TMPDIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));
