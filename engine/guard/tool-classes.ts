export type ToolClass = "read" | "write" | "shell" | "web" | "task" | "own" | "other";

export const TOOL_CLASSES: readonly ToolClass[] = ["read", "write", "shell", "web", "task", "own", "other"];
