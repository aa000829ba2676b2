import { resolve } from "node:path";
import type { CompoundList, Function as ShellFunction } from "unbash";
import { ANY, isLiteral, SPLIT } from "./text.ts";

const MOST_FOLDERS = 4;
const MOST_VALUES = 24;
const LONGEST_VALUE = 64 * 1024;

/** What a script knows at one place: where it stands, its variables and functions. Every branch that may run counts. */
export class ShellState {
  /** Absolute folders it may stand in. `lost` when a folder could not be told; then the first ones are guesses. */
  folders: readonly string[];
  lost = false;
  previous: readonly string[] = [];
  readonly variables: Map<string, readonly string[]>;
  readonly functions: Map<string, ShellFunction["body"] | CompoundList>;
  readonly aliases: Map<string, string>;
  /** What files hold that the script itself makes, by absolute path. */
  readonly files: Map<string, string>;
  /** What stands behind `<(…)`, by the name that it gets. */
  readonly printed: Map<string, string | null>;
  /** Links that the script itself makes, by absolute path. */
  readonly links: Map<string, string>;

  constructor(folders: readonly string[], from?: ShellState) {
    this.folders = folders;
    this.lost = from?.lost ?? false;
    this.previous = from?.previous ?? [];
    this.variables = new Map(from?.variables);
    this.functions = new Map(from?.functions);
    this.aliases = new Map(from?.aliases);
    this.files = new Map(from?.files);
    this.printed = new Map(from?.printed);
    this.links = new Map(from?.links);
  }

  copy(): ShellState {
    return new ShellState(this.folders, this);
  }

  /** Takes over what another branch may have left behind. */
  join(other: ShellState): void {
    this.folders = unique([...this.folders, ...other.folders]).slice(0, MOST_FOLDERS);
    this.lost ||= other.lost;
    for (const [name, values] of other.variables) {
      const own = this.variables.get(name);
      this.variables.set(name, own === undefined ? values : unique([...own, ...values]).slice(0, MOST_VALUES));
    }
    for (const [name, body] of other.functions) this.functions.set(name, body);
    for (const [name, text] of other.aliases) this.aliases.set(name, text);
    for (const [path, content] of other.files) this.files.set(path, content);
    for (const [path, target] of other.links) this.links.set(path, target);
  }

  set(name: string, values: readonly string[], append = false): void {
    const own = append ? (this.variables.get(name) ?? [""]) : [""];
    const next = append ? own.flatMap((before) => values.map((value) => before + value)) : values;
    const kept = next.slice(0, MOST_VALUES).map((value) => (value.length > LONGEST_VALUE ? ANY : value));
    this.variables.set(name, kept);
  }

  setPositional(args: readonly string[]): void {
    for (const [index, arg] of args.entries()) this.set(String(index + 1), [arg]);
    for (const name of ["@", "*"]) this.set(name, [args.join(SPLIT)]);
  }

  enter(targets: readonly string[], guesses: readonly string[]): void {
    this.previous = this.folders;
    const known = targets.filter(isLiteral);
    this.lost = known.length === 0 || known.length < targets.length;
    const next = known.flatMap((target) => this.folders.map((folder) => this.through(resolve(folder, target))));
    this.folders = unique(this.lost ? [...next, ...guesses] : next).slice(0, MOST_FOLDERS);
  }

  /** Follows the links that the script itself made. */
  through(path: string): string {
    for (const [link, target] of this.links) {
      if (path === link) return target;
      if (path.startsWith(`${link}/`)) return target + path.slice(link.length);
    }
    return path;
  }
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
