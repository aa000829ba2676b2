import { diskOperations, type FileOperations } from "../../../engine/file/operations.ts";

/** Lets the first `steps` operations happen; the next one happens in part or not at all, and none after it. */
export function killedAfter(steps: number, torn: boolean): FileOperations {
  let left = steps;
  const step = (work: () => void, half: () => void = () => undefined) => {
    if (left > 0) work();
    else if (left === 0 && torn) half();
    left--;
    if (left < 0) throw new Error("killed");
  };
  return {
    create: (path, content, mode) =>
      step(
        () => diskOperations.create(path, content, mode),
        () => diskOperations.create(path, content.slice(0, content.length / 2), mode),
      ),
    link: (from, to) => step(() => diskOperations.link(from, to)),
    rename: (from, to) => step(() => diskOperations.rename(from, to)),
    remove: (path) => step(() => diskOperations.remove(path)),
    makeFolder: (path) => step(() => diskOperations.makeFolder(path)),
    removeFolder: (path) => step(() => diskOperations.removeFolder(path)),
    syncFolder: (path) => step(() => diskOperations.syncFolder(path)),
  };
}
