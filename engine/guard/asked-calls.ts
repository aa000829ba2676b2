import type { ProjectContext } from "../loop/context.ts";
import type { EntryFields } from "../run/entry.ts";

type Asked = EntryFields<"tool_asked">;

const MOST_CALLS = 500;
const asked = new WeakMap<ProjectContext, Map<string, Asked>>();

const keyOf = (session: string, call: string) => `${session} ${call}`;

/** Notes that a person is asked about a call. */
export function noteAsked(context: ProjectContext, call: Asked): void {
  const open = asked.get(context) ?? new Map<string, Asked>();
  if (open.size >= MOST_CALLS) open.clear();
  asked.set(context, open.set(keyOf(call.session_id, call.call_id), call));
}

/** The call that a person was asked about, once; undefined when nobody was, or when the answer is known. */
export function takeAsked(context: ProjectContext, session: string, call: string): Asked | undefined {
  const open = asked.get(context);
  const found = open?.get(keyOf(session, call));
  open?.delete(keyOf(session, call));
  return found;
}
