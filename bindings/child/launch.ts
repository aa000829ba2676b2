import { dirname } from "node:path";
import gte from "semver/functions/gte.js";
import valid from "semver/functions/valid.js";
import { PROTOCOL_VERSION } from "../../engine/index.ts";
import type { Clock } from "../shared/clock.ts";
import type { Candidate, HostProcess } from "./candidate.ts";
import { ChildLink } from "./child-link.ts";
import { type Hello, parseHello } from "./hello.ts";
import { type ChildOptions, invocationArguments } from "./invocation.ts";

/** Why a candidate was not taken. */
export interface Rejection {
  readonly name: string;
  readonly reason: "not found" | "no answer" | "version" | "time";
  readonly detail: string;
}

export type Launch =
  | { readonly ok: true; readonly candidate: Candidate; readonly hello: Hello; readonly link: ChildLink }
  | { readonly ok: false; readonly rejection: Rejection };

export interface LaunchOptions {
  /** Absolute path of the file that the child runs. */
  readonly entry: string;
  readonly options: ChildOptions;
  /** Oldest accepted version of each runtime; a runtime that is not named is refused. */
  readonly minimum: Readonly<Record<string, string>>;
  readonly helloWithinMs: number;
  readonly clock: Clock;
  readonly host: HostProcess;
}

/**
 * Starts one candidate and waits for its hello. Only a hello with our own nonce proves that our code runs: a program
 * that is no interpreter may well exit with code 0. Whatever is refused is killed.
 */
export async function launch(
  candidate: Candidate,
  options: LaunchOptions,
  onStart: (link: ChildLink) => void,
): Promise<Launch> {
  const nonce = crypto.randomUUID();
  const link = new ChildLink(
    {
      command: candidate.command,
      args: [...candidate.args, ...invocationArguments(options.entry, { nonce, options: options.options })],
      env: { ...options.host.env, ...candidate.env },
      folder: dirname(options.entry),
    },
    options.clock,
  );
  onStart(link);
  const verdict = await judge(link, nonce, options);
  if ("hello" in verdict) return { ok: true, candidate, hello: verdict.hello, link };
  link.kill();
  return { ok: false, rejection: { name: candidate.name, ...verdict } };
}

type Verdict = { readonly hello: Hello } | Omit<Rejection, "name">;

function judge(link: ChildLink, nonce: string, options: LaunchOptions): Promise<Verdict> {
  return new Promise((resolve) => {
    const callOff = options.clock.after(options.helloWithinMs, () =>
      resolve({ reason: "time", detail: `No hello within ${options.helloWithinMs} ms.` }),
    );
    link.receive((line) => {
      callOff();
      link.receive(undefined);
      resolve(judgeHello(line, nonce, options.minimum));
    });
    void link.gone.then(({ started, detail }) => {
      callOff();
      resolve({ reason: started ? "no answer" : "not found", detail });
    });
  });
}

function judgeHello(line: string, nonce: string, minimum: LaunchOptions["minimum"]): Verdict {
  const hello = parseHello(line, nonce);
  if (!hello) return { reason: "no answer", detail: `Said something else than hello: ${line.slice(0, 200)}` };
  const { runtime, runtimeVersion, protocolVersion } = hello;
  if (protocolVersion !== PROTOCOL_VERSION) {
    return { reason: "version", detail: `Speaks protocol ${protocolVersion}, not ${PROTOCOL_VERSION}.` };
  }
  const oldest = minimum[runtime];
  const enough = oldest !== undefined && valid(runtimeVersion) !== null && gte(runtimeVersion, oldest);
  if (enough) return { hello };
  return { reason: "version", detail: `Is ${runtime} ${runtimeVersion}; needed is ${oldest ?? "a known runtime"}.` };
}
