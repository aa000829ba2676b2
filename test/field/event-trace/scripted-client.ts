import type { PluginInput } from "@opencode-ai/plugin";
import { type Fields, fieldsOf } from "./case.ts";

export interface Prompt {
  readonly session: string;
  readonly text: string;
  /** It asks for no answer. */
  readonly noReply?: true;
}

export interface LogLine {
  readonly level: string;
  readonly message: string;
}

/** What the plugin asked of the host's client. */
export class ClientRecord {
  readonly prompts: Prompt[] = [];
  readonly logs: LogLine[] = [];
  readonly toasts: string[] = [];
  /** Calls to anything but the log, which is safe at every moment. */
  calls = 0;
  isInitialised = false;
}

const NEVER = new Promise<never>(() => undefined);

/** The host's client with the answers that a case gives: by method, for `session.get` by session id. */
export function scriptedClient(script: Fields, record: ClientRecord): PluginInput["client"] {
  const call = (method: string, sent: Fields): Promise<unknown> => {
    note(record, method, sent);
    const all = script[record.isInitialised ? "$all_after" : "$all_before_init_returns"];
    if (all === "never") return NEVER;
    return all === undefined ? answer(method, script, sent) : settled(all);
  };
  const group = (name: string) =>
    new Proxy({}, { get: (_target, method) => (sent: unknown) => call(`${name}.${String(method)}`, fieldsOf(sent)) });
  const client: unknown = new Proxy({}, { get: (_target, name) => group(String(name)) });
  return client as PluginInput["client"];
}

function note(record: ClientRecord, method: string, sent: Fields): void {
  const body = fieldsOf(sent.body);
  if (method === "app.log") {
    record.logs.push({ level: String(body.level), message: String(body.message) });
    return;
  }
  record.calls++;
  if (method === "tui.showToast") record.toasts.push(String(body.message));
  if (method === "session.promptAsync" || method === "session.prompt") {
    const parts = Array.isArray(body.parts) ? body.parts.map((part) => String(fieldsOf(part).text ?? "")) : [];
    const silent = body.noReply === true ? ({ noReply: true } as const) : {};
    record.prompts.push({ session: String(fieldsOf(sent.path).id), text: parts.join("\n"), ...silent });
  }
}

function answer(method: string, script: Fields, sent: Fields): Promise<unknown> {
  const given = script[method];
  if (method !== "session.get") return settled(given ?? "ok");
  const known = fieldsOf(given)[String(fieldsOf(sent.path).id)];
  return known === undefined ? Promise.resolve({ error: { name: "NotFoundError" } }) : settled(known);
}

function settled(given: unknown): Promise<unknown> {
  const fields = fieldsOf(given);
  if ("$never" in fields) return NEVER;
  if ("$reject" in fields) return Promise.reject(new Error(String(fields.$reject)));
  return Promise.resolve({ data: given });
}
