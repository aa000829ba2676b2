import { lstatSync } from "node:fs";
import { join, sep } from "node:path";
import * as z from "zod/mini";
import type { JsonObject } from "../json.ts";
import { refusedEnvironment } from "./central-names.ts";

/** A server of the Model Context Protocol that a host is to start. */
export interface McpServer {
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export type ReadServer =
  | { readonly ok: true; readonly server: McpServer }
  | { readonly ok: false; readonly reason: string };

/** `gsd_` begins the names of our own tools, and a server's name begins those of its own. */
const NAME = /^(?!gsd)[a-z0-9][a-z0-9-]{0,39}$/i;

/**
 * One server that a capability declares, in the form that hosts share. A word that begins with `./` and names a file
 * of the capability means that file; everything else is handed over as it is.
 */
export function readMcpServer(name: string, declared: JsonObject, folder: string): ReadServer {
  if (!NAME.test(name)) return refused("its name is not made of letters, digits and hyphens, or begins with gsd");
  if (declared.url !== undefined) return refused("it is remote, and only servers that a host starts are offered");
  if (declared.cwd !== undefined) return refused("it names a working folder, which not every host can give it");
  const parsed = schema().safeParse(declared);
  if (!parsed.success) {
    return refused(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  }
  const { command, args, env } = parsed.data;
  const keys = Object.keys(env).filter((key) => refusedEnvironment().has(key.toUpperCase()));
  if (keys.length > 0) return refused(`it sets ${keys.join(", ")}, which decides what code a program loads`);
  const scripts = Object.keys(env).filter((key) => env[key]?.startsWith("!"));
  if (scripts.length > 0) return refused(`a host would run what ${scripts.join(", ")} says as a command`);
  return {
    ok: true,
    server: { name, command: [command, ...args].map((word) => placed(word, folder)), environment: env },
  };
}

function refused(reason: string): ReadServer {
  return { ok: false, reason };
}

function placed(word: string, folder: string): string {
  if (!word.startsWith("./")) return word;
  const file = join(folder, word);
  return file.startsWith(`${folder}${sep}`) && lstatSync(file, { throwIfNoEntry: false })?.isFile() ? file : word;
}

const createSchema = () => {
  const text = () => z.string().check(z.minLength(1));
  return z.object({
    command: text(),
    args: z._default(z.array(z.string()), []),
    env: z._default(z.record(text(), z.string()), {}),
    transport: z.optional(z.literal("stdio")),
    type: z.optional(z.enum(["stdio", "local"])),
  });
};

let known: ReturnType<typeof createSchema> | undefined;

function schema() {
  known ??= createSchema();
  return known;
}
