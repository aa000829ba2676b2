import { statSync } from "node:fs";

/** Segments below `.planning` that the environment chooses, or null for `.planning` itself. */
export function workstreamOf(env: Readonly<Record<string, string | undefined>>): readonly string[] | null {
  const { GSD_PROJECT: project, GSD_WORKSTREAM: workstream } = env;
  const segments = [
    ...(isSegment(project) ? [project] : []),
    ...(isSegment(workstream) ? ["workstreams", workstream] : []),
  ];
  return segments.length > 0 ? segments : null;
}

function isSegment(name: string | undefined): name is string {
  return name !== undefined && name !== "" && !/[\\/]|\.\./.test(name);
}

export function existsAsFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
