import { writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { messageOf } from "../shared/message-of.ts";

/**
 * What OpenCode makes of a plugin file: it `loads`, is refused with a `line` in the host's log, or is passed over in
 * `silent`. A file that loads and then harms the host has a reason as well.
 */
export interface EntryShape {
  readonly verdict: "loads" | "line" | "silent";
  /** What is wrong and what to do, for a person. */
  readonly reason: string | null;
}

/** What the child tells, one line each: how far it got, and the verdict. */
export type ChildWord = { readonly stage: "started" | "called" } | EntryShape;

export const ENTRY_SHAPE_FLAG = "--entry-shape-child";

const WANTED = "Export one thing: `export default { id, server }`.";
/** Hooks that are data; all others are functions. */
const DATA_HOOKS = new Set(["tool", "auth", "provider"]);

export function isEntryShapeChild(argv: readonly string[]): boolean {
  return argv[2] === ENTRY_SHAPE_FLAG;
}

/** Loads and calls the plugin file named on the command line as OpenCode does, tells what came of it, and ends. */
export async function runEntryShapeChild(argv: readonly string[]): Promise<never> {
  const [file = "", root = "", nonce = ""] = argv.slice(3);
  const tell = (word: ChildWord) => writeSync(1, `\n${nonce}${JSON.stringify(word)}\n`);
  tell({ stage: "started" });
  tell(await judgeFile(file, root, () => tell({ stage: "called" })));
  process.exit(0);
}

async function judgeFile(file: string, root: string, onCall: () => void): Promise<EntryShape> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    return { verdict: "silent", reason: `It cannot be loaded: ${messageOf(error)}` };
  }
  const servers = serversOf(module);
  if (!Array.isArray(servers)) return servers as EntryShape;
  onCall();
  return callAll(servers, root);
}

type Server = (input: unknown, options: unknown) => unknown;

/** The functions that the host calls, or why it calls none. */
function serversOf(module: Readonly<Record<string, unknown>>): readonly Server[] | EntryShape {
  if (Object.keys(module).length === 0) return { verdict: "silent", reason: `It exports nothing. ${WANTED}` };
  const main = module.default;
  if (typeof main === "object" && main !== null) {
    const { id, server } = main as { id?: unknown; server?: unknown };
    if (typeof server !== "function") return refused("its default export has no function `server`");
    if (typeof id !== "string" || id === "") return refused("its default export has no `id`, which a file needs");
    return [server as Server];
  }
  const servers = new Set<Server>();
  for (const [name, value] of Object.entries(module)) {
    const server = serverIn(value);
    if (server === null) return refused(`its export \`${name}\` is no function, and that turns the whole file away`);
    servers.add(server);
  }
  return [...servers];
}

function serverIn(value: unknown): Server | null {
  if (typeof value === "function") return value as Server;
  const server = typeof value === "object" && value !== null ? (value as { server?: unknown }).server : undefined;
  return typeof server === "function" ? (server as Server) : null;
}

async function callAll(servers: readonly Server[], root: string): Promise<EntryShape> {
  let harm: string | null = null;
  for (const server of servers) {
    let hooks: unknown;
    try {
      hooks = await server(hostInput(root), undefined);
    } catch (error) {
      const others = servers.length > 1 ? "; every exported function is called as a plugin, helpers too" : "";
      return refused(`a call of its exported function fails (${messageOf(error)})${others}`);
    }
    harm ??= harmOf(hooks);
  }
  return { verdict: "loads", reason: harm };
}

function harmOf(hooks: unknown): string | null {
  if (hooks === undefined || hooks === null) {
    return "It loads, but its server function answers with nothing, and every later prompt fails on that. Return an object, also when there is nothing to do.";
  }
  if (typeof hooks !== "object") return "It loads without effect: its server function does not answer with an object.";
  const broken = Object.entries(hooks).find(
    ([name, hook]) => hook !== undefined && typeof hook !== "function" && !DATA_HOOKS.has(name),
  );
  return broken ? `It loads, but its hook \`${broken[0]}\` is no function, and the host fails when it calls it.` : null;
}

function hostInput(root: string): object {
  return {
    client: hostClient([]),
    project: { id: "global", worktree: root, time: { created: 0 } },
    directory: root,
    worktree: root,
    serverUrl: new URL("http://localhost:4096/"),
    $: (globalThis as { Bun?: { $?: unknown } }).Bun?.$,
  };
}

/** While plugins load, the host's client answers `app.log` and nothing else. */
function hostClient(path: readonly string[]): unknown {
  return new Proxy(() => undefined, {
    get: (_, key) => (typeof key === "symbol" || key === "then" ? undefined : hostClient([...path, key])),
    apply: () => (path.join(".") === "app.log" ? Promise.resolve({ data: true }) : new Promise(() => {})),
  });
}

function refused(why: string): EntryShape {
  return { verdict: "line", reason: `OpenCode refuses it: ${why}. ${WANTED}` };
}
