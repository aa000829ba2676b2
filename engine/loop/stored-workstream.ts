import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha1 } from "../file/digest.ts";
import { readProjectFile } from "../planning/project-file.ts";
import { existsAsFolder } from "./planning-folder.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What tells one session from another, the first that is set: the reference's own order. */
const SESSION_KEYS = [
  "GSD_SESSION_KEY",
  "CODEX_THREAD_ID",
  "CLAUDE_SESSION_ID",
  "CLAUDE_CODE_SESSION_ID",
  "OPENCODE_SESSION_ID",
  "GEMINI_SESSION_ID",
  "CURSOR_SESSION_ID",
  "WINDSURF_SESSION_ID",
  "TERM_SESSION_ID",
  "WT_SESSION",
  "TMUX_PANE",
  "ZELLIJ_SESSION_NAME",
] as const;
const TERMINALS = ["TTY", "SSH_TTY"] as const;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The environment with the workstream that was chosen for this session, or for the project, where it names none. */
export function withStoredWorkstream(env: Environment, root: string): Environment {
  if (env.GSD_WORKSTREAM !== undefined && env.GSD_WORKSTREAM !== "") return env;
  const stored = storedWorkstream(env, root);
  return stored === null ? env : { ...env, GSD_WORKSTREAM: stored };
}

/** A choice counts while the workstream is there. */
function storedWorkstream(env: Environment, root: string): string | null {
  const streams = join(root, ".planning", "workstreams");
  if (!existsAsFolder(streams)) return null;
  const session = sessionFile(env);
  const folder = join(env.TMPDIR || tmpdir(), "gsd-workstream-sessions");
  const names = [
    session === null ? null : nameIn(folder, join(sha1(join(root, ".planning")).slice(0, 16), session)),
    nameIn(root, ".planning/active-workstream"),
  ];
  return names.find((name) => name !== null && existsAsFolder(join(streams, name))) ?? null;
}

function sessionFile(env: Environment): string | null {
  const key = SESSION_KEYS.find((name) => fileName(env[name]) !== "");
  if (key !== undefined) return `${key.toLowerCase().replaceAll("_", "-")}-${fileName(env[key])}`;
  const terminal = TERMINALS.map((name) => fileName(env[name]?.replace(/^\/dev\//, ""))).find((name) => name !== "");
  return terminal === undefined ? null : `tty-${terminal}`;
}

function fileName(text = ""): string {
  return text
    .replace(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 160);
}

function nameIn(folder: string, path: string): string | null {
  if (!existsAsFolder(folder)) return null;
  const file = readProjectFile(folder, path);
  const name = file.ok ? file.text.trim() : "";
  return NAME.test(name) ? name : null;
}
