import { pathToFileURL } from "node:url";

type Hook = (input: unknown, output?: unknown) => Promise<void>;
export type Hooks = Readonly<Record<string, Hook | undefined>>;
type Server = (input: unknown, options: unknown) => Promise<Hooks>;

/** Loads a plugin as OpenCode does: its default export's `server`, or the first exported function. */
export async function loadPlugin(file: string, directory: string): Promise<Hooks> {
  const module: Record<string, unknown> = await import(pathToFileURL(file).href);
  const server = Object.values(module).map(serverOf).find(Boolean);
  if (!server) throw new Error(`${file} exports no plugin`);
  return server(hostInput(directory), undefined);
}

function serverOf(value: unknown): Server | undefined {
  if (typeof value === "function") return value as Server;
  return (value as { server?: Server } | null)?.server;
}

function hostInput(directory: string) {
  return {
    client: silentClient(),
    project: { id: "bench", worktree: directory, time: { created: 0 } },
    directory,
    worktree: directory,
    serverUrl: new URL("http://127.0.0.1:9"),
    $: silentClient(),
  };
}

/** Answers every call of every depth with no data. */
function silentClient(): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) => (name === "then" ? undefined : silentClient()),
    apply: () => Promise.resolve({ data: [] }),
  });
}
