const NAMES: Readonly<Record<string, string>> = {
  bash: "Bash",
  read: "Read",
  edit: "Edit",
  multiedit: "Edit",
  apply_patch: "Edit",
  write: "Write",
  grep: "Grep",
  glob: "Glob",
  find: "Glob",
  task: "Agent",
  skill: "Skill",
  question: "AskUserQuestion",
  todowrite: "TaskUpdate",
  webfetch: "WebFetch",
  websearch: "WebSearch",
};

const CLASSES: Readonly<Record<string, ToolClass>> = {
  Edit: "mutate",
  Write: "mutate",
  NotebookEdit: "mutate",
  Bash: "shell",
  BashOutput: "shell",
  KillShell: "shell",
  Read: "read",
  Grep: "search",
  Glob: "search",
  Agent: "dispatch",
  Skill: "skill",
  AskUserQuestion: "ask",
  TaskCreate: "plan",
  TaskUpdate: "plan",
  TaskList: "plan",
  WebFetch: "web",
  WebSearch: "web",
};

const OTHERS: Readonly<Record<string, ToolClass>> = {
  list: "search",
  ls: "search",
  codesearch: "web",
  todoread: "plan",
  plan_enter: "plan",
  plan_exit: "plan",
  patch: "mutate",
};

export type ToolClass =
  | "mutate"
  | "shell"
  | "read"
  | "search"
  | "dispatch"
  | "skill"
  | "ask"
  | "plan"
  | "web"
  | "mcp"
  | "other";

/** The names of the event log; strict readers know no others. */
export const LOGGED_TOOLS: ReadonlySet<string> = new Set(Object.keys(CLASSES));

/** The name under which a call to a host's tool is logged; a tool that the log has no word for keeps its own. */
export function loggedName(tool: string): string {
  return Object.hasOwn(NAMES, tool) ? (NAMES[tool] ?? tool) : tool;
}

/**
 * What kind of tool it is. A host does not say which tools come over MCP, but gives those the name of their server in
 * front, so an unknown name of several words counts as one.
 */
export function toolClass(tool: string): ToolClass {
  const name = loggedName(tool);
  if (Object.hasOwn(CLASSES, name)) return CLASSES[name] ?? "other";
  if (Object.hasOwn(OTHERS, tool)) return OTHERS[tool] ?? "other";
  return tool.includes("_") && !tool.startsWith("gsd_") ? "mcp" : "other";
}
