import { writeSync } from "node:fs";
import { diskOperations, type FileOperations } from "../../../engine/file/operations.ts";
import { applySequence } from "./crash-sequence.ts";

/** Applies the sequence and writes one byte before each operation on disk, so that it can be killed in the middle. */
const [root = ""] = process.argv.slice(2);

function told<A extends readonly unknown[]>(operation: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    writeSync(1, ".");
    operation(...args);
  };
}

const files: FileOperations = {
  create: told(diskOperations.create),
  link: told(diskOperations.link),
  rename: told(diskOperations.rename),
  remove: told(diskOperations.remove),
  makeFolder: told(diskOperations.makeFolder),
  removeFolder: told(diskOperations.removeFolder),
  syncFolder: told(diskOperations.syncFolder),
};

await applySequence(root, () => undefined, files);
