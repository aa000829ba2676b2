/**
 * Closed vocabularies of a host's descriptor that are not axes: how files are written for a host, not what the
 * engine may use of it. A host whose `hooksSurface` is `none` may still own an event bus.
 */
export const DESCRIPTOR_VOCABULARY = {
  commandStyle: ["slash-hyphen", "shell-var"],
  hooksSurface: [
    "settings-json",
    "codex-hooks-json",
    "cursor-hooks-json",
    "copilot-inline",
    "cline-rules",
    "kimi-hooks-toml",
    "windsurf-hooks-json",
    "none",
  ],
  hookEvents: ["claude", "gemini"],
  extensionEvents: ["opencode", "kilo", "pi", "hermes", "none"],
  configHomeKind: ["dot-home", "dot-home-nested", "xdg", "generic-agents-root", "none"],
  configFormat: ["settings-json", "toml", "markdown", "markdown-dir", "none"],
} as const;
