/** One way to start an interpreter. */
export interface Candidate {
  readonly name: string;
  /** A program on PATH, or a path. */
  readonly command: string;
  /** The interpreter's own arguments; the entry file and ours follow. */
  readonly args: readonly string[];
  /** Added to the host's environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** What has to be known about the process that looks for an interpreter. */
export type HostProcess = Pick<NodeJS.Process, "argv" | "env" | "execPath" | "versions">;

/**
 * The interpreters to try, in order: a configured one, Node and Bun on PATH, and the host's own program where that is
 * a compiled Bun executable, which runs a script only when `BUN_BE_BUN` is set.
 */
export function defaultCandidates(host: HostProcess, configured?: string): Candidate[] {
  const candidates: Candidate[] = [];
  if (configured !== undefined) candidates.push({ name: "configured", command: configured, args: [], env: {} });
  candidates.push({ name: "node", command: "node", args: [], env: {} });
  candidates.push({ name: "bun", command: "bun", args: [], env: {} });
  if (isCompiledBun(host)) {
    candidates.push({ name: "host-binary", command: host.execPath, args: [], env: { BUN_BE_BUN: "1" } });
  }
  return candidates;
}

function isCompiledBun({ argv, versions }: HostProcess): boolean {
  return versions.bun !== undefined && /^(\/\$bunfs\/|[a-z]:[\\/]~bun[\\/])/i.test(argv[1] ?? "");
}
