export type Posture = "deny" | "ask" | "advise";

export type RuleId =
  | "secret"
  | "person-only"
  | "person-command"
  | "engine-owned"
  | "guard-settings"
  | "curated"
  | "planning-loss"
  | "protected"
  | "host-settings"
  | "git-internals"
  | "outside-project"
  | "ignored-files"
  | "delete-broad"
  | "git-history"
  | "remote-code"
  | "hidden-code"
  | "open-permissions"
  | "device"
  | "system"
  | "publish"
  | "agent-scope"
  | "unreadable-shell"
  | "unknown-tool"
  | "nameless-tool"
  | "step-order"
  | "injection";

/** One row of the guard's table: what is protected, how it is recognised, and what whoever is refused reads. */
export interface Rule {
  readonly id: RuleId;
  readonly protects: string;
  /** Globs of paths, or shapes of commands and texts, as a reader of `guard list` sees them. */
  readonly patterns: readonly string[];
  /** Paths that the patterns name and the rule leaves alone. */
  readonly except?: readonly string[];
  readonly posture: Posture;
  /** Follows the name of what the call touches. */
  readonly reason: string;
  readonly remedy: string;
  /** Nobody turns it off: the loop would lose its ground. */
  readonly fixed?: true;
}
