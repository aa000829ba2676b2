type Fields = Readonly<Record<string, unknown>>;

/** Bus events that come when they come, or say again what another event says. */
const BUS_NOISE: ReadonlySet<string> = new Set([
  "catalog.updated",
  "file.watcher.updated",
  "integration.updated",
  "message.part.delta",
  "plugin.added",
  "reference.updated",
  "server.connected",
  "session.diff",
  "session.updated",
  "tui.toast.show",
]);

export function isNoise(line: Fields): boolean {
  return BUS_NOISE.has(String(recordOf(line.event).type));
}

/** What is the host's own text, or says again what lines before it said. No binding reads more of it than is left. */
const SHORTENED: Readonly<Record<string, (value: unknown) => unknown>> = {
  system: () => ["$SYSTEM_PROMPT"],
  systemPrompt: () => "$SYSTEM_PROMPT",
  systemPromptOptions: () => undefined,
  systemMessage: () => undefined,
  sections: () => undefined,
  toolsAdded: () => undefined,
  branchEntries: () => undefined,
  preparation: () => undefined,
  messages: (value) => (Array.isArray(value) ? value.map((item) => ({ role: recordOf(item).role })) : value),
  capabilities: () => undefined,
  api: () => undefined,
};

export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, (SHORTENED[key] ?? shortened)(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

function recordOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
