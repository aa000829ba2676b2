/** What the text of a task says about itself, line by line or within its sentences. */
export interface TaskWords {
  /** The id that it gives the task: `task-id: T3`. */
  readonly task: string | null;
  /** `tier: cheap`, `mid` or `powerful`. */
  readonly tier: string | null;
  /** Ids that it has to come after, each once: `depends-on: T1`. */
  readonly dependsOn: readonly string[];
}

const TASK = /\btask[-_ ]id:\s*([A-Za-z0-9._-]+)/i;
const TIER = /\btier:\s*(cheap|mid|powerful)\b/i;
const DEPENDENCY = /\bdepends[- ]on:\s*([A-Za-z0-9._-]+)/gi;

export function readTaskWords(text: string): TaskWords {
  const task = TASK.exec(text)?.[1];
  return {
    task: task === undefined ? null : withoutStop(task),
    tier: TIER.exec(text)?.[1]?.toLowerCase() ?? null,
    dependsOn: [...new Set([...text.matchAll(DEPENDENCY)].map(([, id = ""]) => withoutStop(id)))],
  };
}

/** An id at the end of a sentence. */
function withoutStop(id: string): string {
  return id.replace(/\.+$/, "");
}
