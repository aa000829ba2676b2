import { isJsonObject, type Json, type JsonObject } from "../json.ts";

/** One text in the arguments of a call, with the last name on its way there, in small letters without marks. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Every text in a value, however deep. */
export function namedTexts(value: Json | undefined, name = ""): readonly NamedText[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => namedTexts(item, name));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => namedTexts(part, plainName(key)));
}

export function plainName(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** A command as one line of a shell: text as it is, a list of words quoted. */
export function commandLine(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === "string");
  return words.length === 1 ? words[0] : words.map(quoted).join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

const COMMAND = /^(?:shell|bash|exec)?(?:command|cmd|script|argv)(?:line)?$/;
const COMMANDS = /^(?:commands|cmds|scripts)$/;
const CODE = /^(?:code|source|sourcecode|program)$/;

export interface Scripts {
  readonly commands: readonly string[];
  readonly code: readonly string[];
}

/** What a tool that nobody here knows would hand to a shell or an interpreter, as far as its arguments' names tell. */
export function scriptsIn(args: JsonObject): Scripts {
  const commands: string[] = [];
  const code: string[] = [];
  const visit = (value: Json | undefined): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    for (const [key, part] of Object.entries(value)) {
      const name = plainName(key);
      const command = COMMAND.test(name) ? commandLine(part) : undefined;
      if (command !== undefined) commands.push(`${command} ${commandLine(argumentsBeside(value)) ?? ""}`.trim());
      else if (COMMANDS.test(name)) commands.push(...namedTexts(part).map(({ text }) => text));
      else if (CODE.test(name) && typeof part === "string") code.push(part);
      else visit(part);
    }
  };
  visit(args);
  return { commands, code };
}

function argumentsBeside({ args, arguments: more }: JsonObject): Json | undefined {
  const list = Array.isArray(args) ? args : more;
  return Array.isArray(list) ? list.filter((word) => typeof word === "string") : undefined;
}
