import type { ProjectContext } from "../loop/context.ts";

const MOST_SESSIONS = 500;
/** Where the session is that was announced last. */
const LAST = "";
const folders = new WeakMap<ProjectContext, Map<string, string>>();

/** The folder in which a host resolves the paths of a session; one that nobody announced works where the last one does. */
export function folderOf(context: ProjectContext, session: string): string | undefined {
  const known = folders.get(context);
  return known?.get(session) ?? known?.get(LAST);
}

export function noteFolder(context: ProjectContext, session: string, folder: string): void {
  if (folder === "") return;
  const known = folders.get(context) ?? new Map<string, string>();
  if (known.size >= MOST_SESSIONS) known.clear();
  folders.set(context, known.set(session, folder).set(LAST, folder));
}
