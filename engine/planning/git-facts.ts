import { once } from "../once.ts";
import type { Stamp } from "./file-stamp.ts";
import { readGitHead } from "./git-head.ts";
import { GitIndex } from "./git-index.ts";

export interface Committed {
  /** Id of the content. */
  readonly blob: string;
  /** Time of the commit, in milliseconds since the epoch. */
  readonly at: number;
}

/** What git knows about the planning files, as of one commit. */
export interface GitFacts {
  /** The commit that is checked out, or null outside a repository. */
  head(): string | null;
  /**
   * The last committed content of a planning file, relative to the project root; null while nothing is known. Starts no
   * process, but for the first question of a process that may stand still.
   */
  committed(path: string): Committed | null;
  /** True when git itself has seen that content in the file while it looked as it does now. */
  hasSeen(committed: Committed, path: string, stamp: Stamp): boolean;
  /** Changes whenever other answers are given. */
  revision(): string;
  /** True when there are commits that the answers will not know without `refresh`. */
  isBehind(): boolean;
  /**
   * Learns what is new since the last commit, if anybody has asked about a file. Starts one git process at most; never
   * throws. Not for hooks.
   */
  refresh(): Promise<void>;
}

export const NO_GIT_FACTS: GitFacts = {
  head: () => null,
  committed: () => null,
  hasSeen: () => false,
  revision: () => "",
  isBehind: () => false,
  refresh: async () => {},
};

const TIME_LIMIT_MS = 5000;
const MAX_OUTPUT = 32 * 1024 * 1024;

export interface GitOptions {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The process may stand still while git answers. */
  readonly mayBlock?: boolean;
}

interface Known {
  readonly head: string;
  readonly files: ReadonlyMap<string, Committed>;
  readonly index: () => GitIndex | null;
}

export function createGitFacts(options: GitOptions): GitFacts {
  let known: Known | null = null;
  let tried: string | null = null;
  let isWanted = false;
  let asking: Promise<void> | null = null;
  const asksByItself = () => options.mayBlock === true && tried === null;
  const head = () => readGitHead(options.root);
  const unknownHead = () => {
    const current = head();
    return current === known?.head || current === tried ? null : current;
  };
  const learn = (head: string, log: string | null) => {
    if (log !== null)
      known = { head, files: newestOf(log), index: once(() => GitIndex.read(options.root, head.length / 2)) };
  };
  const ask = async () => {
    const current = isWanted ? unknownHead() : null;
    if (current === null) return;
    tried = current;
    learn(current, options.mayBlock ? logAtOnce(options, current) : await logLater(options, current));
  };
  const askAtOnce = () => {
    tried = head() ?? "";
    if (tried !== "") learn(tried, logAtOnce(options, tried));
  };
  return {
    head,
    committed(path) {
      isWanted = true;
      if (asksByItself()) askAtOnce();
      return known?.files.get(path) ?? null;
    },
    hasSeen: (committed, path, stamp) => known?.index()?.holds(path, committed.blob, stamp) ?? false,
    revision: () => known?.head ?? "",
    isBehind: () => !asksByItself() && unknownHead() !== null,
    refresh: () => {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}

/** The commits that changed planning files, newest first; null when git does not answer in time. */
function logAtOnce(options: GitOptions, head: string): string | null {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, stdout } = spawnSync("git", logOf(head), limitsOf(options));
  return status === 0 ? stdout : null;
}

function logLater(options: GitOptions, head: string): Promise<string | null> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((done) => {
    execFile("git", logOf(head), limitsOf(options), (error, output) => done(error === null ? output : null));
  });
}

function logOf(head: string): string[] {
  const format = ["log", "--format=%x01%ct", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "-m", "-z"];
  return ["-c", "core.fsmonitor=false", ...format, "--relative", head, "--", ".planning"];
}

function limitsOf({ root, env }: GitOptions) {
  const limits = { cwd: root, timeout: TIME_LIMIT_MS, maxBuffer: MAX_OUTPUT, windowsHide: true };
  return { ...limits, env: { ...env, GIT_OPTIONAL_LOCKS: "0" }, encoding: "utf8" } as const;
}

/** For each planning file, the newest commit that changed it. */
function newestOf(log: string): Map<string, Committed> {
  const files = new Map<string, Committed>();
  for (const commit of log.split("\u0001").slice(1)) {
    const [time = "", ...fields] = commit.split("\0");
    const at = Number(time.trim()) * 1000;
    for (let index = 0; index + 1 < fields.length; index++) {
      const blob = /^\n?:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]/.exec(fields[index] ?? "")?.[1];
      const path = fields[index + 1];
      if (blob === undefined || path === undefined) continue;
      if (!files.has(path)) files.set(path, { blob, at });
      index++;
    }
  }
  return files;
}
