import { relative, sep } from "node:path";

/** True for a path that lies below a folder, as both are spelled; links are not followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !/^(?:[A-Za-z]:|[\\/])/.test(way);
}
