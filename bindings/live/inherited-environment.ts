import { env } from "node:process";

export type Environment = Readonly<Record<string, string | undefined>>;

const NEEDED_BY_ANY_PROGRAM = ["PATH", "LANG", "TERM", "TZ", "SystemRoot", "ComSpec", "PATHEXT"];

/** The few variables a sandboxed program takes over from us; credentials and the person's own set-up stay outside. */
export function inheritedEnvironment(): Environment {
  return Object.fromEntries(
    NEEDED_BY_ANY_PROGRAM.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]),
  );
}
