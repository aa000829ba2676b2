import { basename, join, resolve } from "node:path";
import type {
  Assignment,
  Case,
  Command,
  CommandNode,
  CompoundList,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Function as ShellFunction,
  Statement,
  SyntaxNode,
  Word,
} from "unbash";
import type { Flow, Observer } from "./act.ts";
import { dispatch } from "./dispatch.ts";
import { type Expansion, expandText, expandWord } from "./expand.ts";
import { nestingOf } from "./nesting.ts";
import { forEachSubstitution, parseShell } from "./parse.ts";
import { followRedirections, type OpenedFile } from "./redirections.ts";
import { COMMAND_VARIABLES, GIT_SETTINGS, SCRIPT_VARIABLES } from "./speaking-variables.ts";
import type { ShellState } from "./state.ts";
import { ANY, hasUnknown, isLiteral, SPLIT, shown } from "./text.ts";

export interface WalkOptions {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly temporary: string;
  /** The text of a script on the disk, by absolute path; null where there is none to be read. */
  readonly storedScript: (path: string) => string | null;
}

/** Where a command stands in its pipe. */
export interface Position {
  readonly input: Flow;
  readonly before: readonly string[];
}

interface Redirected {
  readonly position: Position;
  readonly opened: readonly OpenedFile[];
}

const MOST_DEPTH = 14;
const MOST_ACTS = 500;
const MOST_NESTING = 100;
export const ALONE: Position = { input: undefined, before: [] };

/**
 * Goes through a script in the order in which it could run, all branches of it, and tells of every program it would
 * start and every file it would open. Bounded: what lies deeper is told as unread text.
 */
export class ShellWalk {
  readonly options: WalkOptions;
  readonly observer: Observer;
  #depth = 0;
  #acts = 0;
  /** What was told as unread. */
  readonly #left = new Set<string>();
  /** Functions that are being gone through. */
  readonly #calls = new Set<string>();
  /** Scripts in files that are being gone through. */
  readonly #files = new Set<string>();

  constructor(options: WalkOptions, observer: Observer) {
    this.options = options;
    this.observer = observer;
  }

  /** Reads a script and goes through it; answers what it prints, where that can be told. */
  script(source: string, state: ShellState, position: Position = ALONE): string | null {
    if (this.#depth >= MOST_DEPTH || nestingOf(source) > MOST_NESTING) {
      this.observer.unread(source, state);
      return null;
    }
    return this.#parsed(parseShell(source), source, state, position);
  }

  #parsed(script: ParsedScript, source: string, state: ShellState, position: Position): string | null {
    if (script.errors !== undefined && script.errors.length > 0) this.observer.unread(source, state);
    this.#depth++;
    try {
      return this.#statements(script.commands, state, position);
    } finally {
      this.#depth--;
    }
  }

  /** A program with its words, however it came to be called. */
  run(words: readonly string[], state: ShellState, position: Position): string | null {
    const [first, ...args] = words;
    if (first === undefined || first === "") return null;
    if (++this.#acts > MOST_ACTS || this.#depth >= MOST_DEPTH) {
      const line = words.map(shown).join(" ");
      if (!this.#left.has(line)) this.observer.unread(line, state);
      this.#left.add(line);
      return null;
    }
    this.#depth++;
    try {
      return this.#start(first, args, state, position);
    } finally {
      this.#depth--;
    }
  }

  #start(first: string, args: readonly string[], state: ShellState, position: Position): string | null {
    const alias = state.aliases.get(first);
    if (alias !== undefined) {
      state.aliases.delete(first);
      return this.script(`${alias} ${args.join(" ")}`, state, position);
    }
    const body = state.functions.get(first);
    if (body !== undefined) return this.#call(first, body, args, state, position);
    // A whole command in the place of a program's name is one that another program hands to a shell.
    if (/\s/.test(first) && args.length === 0) return this.script(first, state, position);
    const program = basename(first).replace(/\.exe$/i, "");
    this.observer.act({ program, args, state, ...position });
    if (first.includes("/")) this.file(first, state, position);
    return dispatch({ program, path: first, args, state, position, walk: this });
  }

  /** A script in a file: as this command itself wrote it, or as it lies on the disk. */
  file(name: string, state: ShellState, position: Position): void {
    if (!isLiteral(name)) return;
    for (const folder of state.folders) {
      const path = resolve(folder, name.startsWith("~/") ? join(this.options.home, name.slice(1)) : name);
      if (this.#files.has(path)) continue;
      this.#files.add(path);
      const written = state.files.get(path);
      if (written !== undefined) this.script(written, state, { ...position, input: undefined });
      else this.#stored(path, state, position);
      this.#files.delete(path);
    }
  }

  #stored(path: string, state: ShellState, position: Position): void {
    const text = this.options.storedScript(path);
    if (text === null || /^#!(?!.*\b(?:ba|z|da|k)?sh\b)/.test(text)) return;
    if (!/\.(?:ba|z|k)?sh$/.test(path) && !text.startsWith("#!")) return;
    this.observer.stored(() => this.script(text, state.copy(), { ...position, input: undefined }));
  }

  #call(
    name: string,
    body: ShellFunction["body"],
    args: readonly string[],
    state: ShellState,
    position: Position,
  ): string | null {
    if (this.#calls.has(name)) {
      if (position.before.includes(name)) this.observer.multiplies(name);
      return null;
    }
    this.#calls.add(name);
    const inner = state.copy();
    inner.setPositional(args);
    const output = this.#node(body as CommandNode, inner, position);
    state.join(inner);
    this.#calls.delete(name);
    return output;
  }

  #statements(statements: readonly Statement[], state: ShellState, position: Position): string | null {
    let output: string | null = "";
    for (const { command } of statements) {
      const printed: string | null =
        command.type === "AndOr"
          ? this.#andOr(command.commands, command.operators, state, position)
          : this.#node(command, state, position);
      output = output === null || printed === null ? null : output + printed;
    }
    return output;
  }

  #andOr(commands: readonly PipelineNode[], operators: readonly string[], state: ShellState, position: Position) {
    let output: string | null = "";
    commands.forEach((command, index) => {
      const maySkip = operators[index - 1] === "||";
      const scope = maySkip ? state.copy() : state;
      const printed = this.#node(command, scope, position);
      if (maySkip) state.join(scope);
      output = output === null || printed === null ? null : output + printed;
    });
    return output;
  }

  #node(node: PipelineNode | CompoundList, state: ShellState, position: Position): string | null {
    switch (node.type) {
      case "Command":
        return this.#command(node, state, position);
      case "Pipeline":
        return this.#pipeline(node, state, position);
      case "CompoundList":
        return this.#statements(node.commands, state, position);
      case "BraceGroup":
        return this.#node(node.body, state, position);
      case "Subshell":
        return this.#node(node.body, state.copy(), position);
      case "Redirected": {
        const { position: inner, opened } = this.#redirect(node.redirects, state, position);
        const printed = this.#node(node.command, state, inner);
        this.#tell(opened, printed, state);
        return printed;
      }
      case "If":
        return this.#if(node, state, position);
      case "For":
      case "Select":
        state.set(node.name.value, node.wordlist === undefined ? [ANY] : this.#words(node.wordlist, state));
        return this.#branch(node.body, state, position);
      case "While":
        this.#node(node.clause, state, position);
        return this.#branch(node.body, state, position);
      case "ArithmeticFor":
        for (const part of [node.initialize, node.test, node.update]) if (part) this.#insides(part, state);
        return this.#branch(node.body, state, position);
      case "Case":
        return this.#case(node, state, position);
      case "Function":
        state.functions.set(node.name.value, node.body);
        this.#branch(node.body as CommandNode, state.copy(), ALONE);
        return "";
      case "Coproc":
        return this.#node(node.body as CommandNode, state.copy(), position);
      default:
        this.#insides(node, state);
        return "";
    }
  }

  #branch(node: PipelineNode | CompoundList, state: ShellState, position: Position): string | null {
    const scope = state.copy();
    const output = this.#node(node, scope, position);
    state.join(scope);
    return output;
  }

  #if(node: If, state: ShellState, position: Position): null {
    this.#node(node.clause, state, position);
    this.#branch(node.then, state, position);
    for (const { clause, then } of node.elif) {
      this.#branch(clause, state, position);
      this.#branch(then, state, position);
    }
    if (node.else) this.#branch(node.else, state, position);
    return null;
  }

  #case(node: Case, state: ShellState, position: Position): null {
    expandText(node.word, this.#expansion(state));
    for (const { body, pattern } of node.items) {
      for (const word of pattern) expandText(word, this.#expansion(state));
      this.#branch(body, state, position);
    }
    return null;
  }

  #pipeline({ commands }: Pipeline, state: ShellState, position: Position): string | null {
    let { input } = position;
    const before = [...position.before];
    for (const command of commands) {
      const scope = commands.length > 1 ? state.copy() : state;
      input = this.#node(command, scope, { input, before: [...before] });
      before.push(nameOf(command));
    }
    return input ?? null;
  }

  #command(node: Command, state: ShellState, outer: Position): string | null {
    const { position, opened } = this.#redirect(node.redirects, state, outer, node.name?.value);
    const words = expandWord(node.name, this.#expansion(state));
    const args = node.suffix.flatMap((part) => this.#argument(part, words[0] === "alias", state));
    for (const part of node.prefix) if (part.type === "Assignment") this.#assign(part, state);
    const printed = words.length === 0 ? "" : this.run([...words, ...args], state, position);
    this.#tell(opened, printed, state);
    return printed;
  }

  #argument(part: Command["suffix"][number], isAlias: boolean, state: ShellState): readonly string[] {
    if (part.type === "Word") return expandWord(part, this.#expansion(state));
    if (part.type !== "Assignment") return [];
    if (!isAlias) this.#assign(part, state);
    return valuesOfAssignment(part, this.#expansion(state)).map((value) => `${part.name}=${value}`);
  }

  #assign(part: Assignment, state: ShellState): void {
    if (part.index) this.#insides(part.index, state);
    this.assigned(part.name, valuesOfAssignment(part, this.#expansion(state)), state, part.append === true);
  }

  /** A variable gets a value; some are commands, or name scripts, that other programs run. */
  assigned(name: string, values: readonly string[], state: ShellState, append = false): void {
    state.set(name, values, append);
    if (COMMAND_VARIABLES.test(name)) for (const value of values) this.script(value, state.copy());
    if (GIT_SETTINGS.test(name))
      for (const value of values)
        this.observer.act({ program: "git", args: ["-c", value.replaceAll("'", "")], state, ...ALONE });
    if (SCRIPT_VARIABLES.test(name)) for (const path of values) this.observer.redirection({ path, use: "read", state });
  }

  #redirect(redirections: readonly Redirection[], state: ShellState, position: Position, program = ""): Redirected {
    const held = (path: string) => this.#heldBy(path, program, state);
    const { input, opened } = followRedirections(redirections, position.input, this.#expansion(state), held);
    return { position: { ...position, input }, opened };
  }

  /** What a file holds that a program reads, where this script wrote it or where a patch is what matters. */
  #heldBy(path: string, program: string, state: ShellState): string | null {
    for (const folder of isLiteral(path) ? state.folders : []) {
      const full = resolve(folder, path);
      const text = state.files.get(full) ?? (/^(?:patch|git)$/.test(program) ? this.options.storedScript(full) : null);
      if (text !== null) return text;
    }
    return null;
  }

  /** Files are told of once it is known what was printed into them. */
  #tell(opened: readonly OpenedFile[], printed: string | null, state: ShellState): void {
    for (const { path, use, takesOutput } of opened) {
      const content =
        takesOutput && printed !== null && !hasUnknown(printed) ? printed.replaceAll(SPLIT, " ") : undefined;
      this.observer.redirection({ path, use, state, ...(content !== undefined && { content }) });
      if (content !== undefined) this.wrote(path, content, state);
    }
  }

  /** Remembers what a file of the script's own making holds. */
  wrote(path: string, content: string, state: ShellState): void {
    for (const folder of state.folders) if (isLiteral(path)) state.files.set(resolve(folder, path), content);
  }

  #words(words: readonly Word[], state: ShellState): readonly string[] {
    return words.flatMap((word) => expandWord(word, this.#expansion(state)));
  }

  /** Scripts inside of tests and sums. */
  #insides(node: SyntaxNode, state: ShellState): void {
    forEachSubstitution(node, (part) => this.#expansion(state).substitute(part));
  }

  #expansion(state: ShellState): Expansion {
    const { env, home, temporary } = this.options;
    return {
      state,
      substitute: ({ script, text }) => {
        if (script !== undefined && this.#depth < MOST_DEPTH) return this.#parsed(script, text, state.copy(), ALONE);
        this.observer.unread(text, state);
        return null;
      },
      outer: (name) => {
        if (name === "HOME") return [home];
        if (name === "PWD") return state.folders;
        if (name === "IFS") return [SPLIT];
        if (name === "TMPDIR") return [env.TMPDIR ?? temporary];
        const value = env[name];
        return value === undefined ? undefined : [value];
      },
    };
  }
}

function valuesOfAssignment({ value }: Assignment, expansion: Expansion): readonly string[] {
  return value.type === "ArrayValue"
    ? value.elements.flatMap((element) => expandWord(element, expansion))
    : expandText(value, expansion);
}

function nameOf(node: CommandNode): string {
  return node.type === "Command" ? basename(node.name?.value ?? "") : node.type;
}
