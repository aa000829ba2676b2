import { dirname, resolve } from "node:path";
import type { Ground } from "./ground.ts";
import { protectingRule, rulesBroken } from "./judge-path.ts";
import { openPathBreaks } from "./open-path.ts";
import type { Effect, PathUse } from "./path-use.ts";
import type { Act, Observer, Redirection } from "./shell/act.ts";
import { destructionBy } from "./shell/destructive.ts";
import { pathsInCode } from "./shell/interpreters.ts";
import { DECODERS } from "./shell/literal-output.ts";
import { personCommandIn } from "./shell/person-command.ts";
import { ShellState } from "./shell/state.ts";
import { hasUnknown, isLiteral, STAR, shown } from "./shell/text.ts";
import { usesOf, type WordUse } from "./shell/uses.ts";
import { ShellWalk } from "./shell/walk.ts";
import { statOf } from "./stat.ts";
import type { Breach } from "./verdict.ts";
import type { Where } from "./where.ts";

const LONGEST = 64 * 1024;

export interface ShellFindings {
  readonly breaches: readonly Breach[];
  /** What it would write, as far as the names are known. */
  readonly written: readonly Where[];
}

/** Everything that a shell command would break. Nothing of it is run; the disk is asked only about what it names. */
export function readShell(command: string, folder: string | undefined, ground: Ground): ShellFindings {
  const { places, home, env } = ground;
  const judge = new ShellJudge(ground);
  const start = folder === undefined ? places.root : places.locate(folder).real;
  const walk = new ShellWalk({ root: places.root, home, env, temporary: ground.temporary[0] ?? "/tmp" }, judge);
  judge.walk = walk;
  if (command.length > LONGEST) judge.unread(command);
  else walk.script(command, new ShellState([start]));
  return judge;
}

const DOWNLOADERS: ReadonlySet<string> = new Set(["curl", "wget", "fetch", "http", "https", "aria2c"]);
const SHELL_WORD = /"([^"]*)"|'([^']*)'|[^\s;&|<>()"'`]+/g;
const CHANGES =
  /\b(?:write\w*|unlink\w*|remove\w*|rm\w*|truncate|rename\w*|delete|move|copy\w*|append\w*)\b|['"][wax]b?\+?['"]|:w|>/i;
const STARTS_PROGRAMS = /\b(?:system|exec\w*|spawn\w*|popen|subprocess|shell|qx|Bun)\b|`/;

class ShellJudge implements Observer, ShellFindings {
  readonly breaches: Breach[] = [];
  readonly written: Where[] = [];
  walk: ShellWalk | undefined;
  readonly #ground: Ground;
  readonly #programs = new Set<string>();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  act(act: Act): void {
    this.#programs.add(act.program);
    const personal = personCommandIn(act);
    if (personal !== null) this.breaches.push({ rule: "person-command", subject: `\`${personal}\`` });
    this.breaches.push(...destructionBy(act, (target) => this.#isBroad(target, act.state)));
    const uses = usesOf(act);
    for (const use of uses) if (!isFreshCopy(use, act, this.#ground)) this.#judge(use, act.state);
  }

  redirection({ path, use, state }: Redirection): void {
    if (/^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mapper|mem|kmem)/.test(path))
      this.breaches.push({ rule: "device", subject: path });
    this.#judge({ text: path, use: use === "append" ? "write" : use }, state);
  }

  multiplies(name: string): void {
    this.breaches.push({ rule: "system", subject: `\`${name}\`, which starts itself again and again,` });
  }

  unread(text: string): void {
    for (const match of text.matchAll(SHELL_WORD)) this.#named(match[1] ?? match[2] ?? match[0], "named");
    this.code(text);
  }

  code(text: string): void {
    const use = CHANGES.test(text) ? "delete" : "named";
    for (const path of pathsInCode(text)) this.#named(path, use);
    if (!STARTS_PROGRAMS.test(text)) return;
    for (const [, double, single, back] of text.matchAll(/"([^"\n]+)"|'([^'\n]+)'|`([^`]+)`/g)) {
      const script = double ?? single ?? back ?? "";
      if (/\s/.test(script)) this.walk?.script(script, new ShellState([this.#ground.places.root]));
    }
  }

  hiddenScript(from: readonly string[], text: string): void {
    const makers = from.length > 0 && text === "" ? from : [...from, ...this.#programs];
    const subject = text === "" ? `the pipe from ${from.join(" | ")}` : `\`${text}\``;
    if (makers.some((program) => DOWNLOADERS.has(program))) this.breaches.push({ rule: "remote-code", subject });
    if (makers.some((program) => DECODERS.has(program))) this.breaches.push({ rule: "hidden-code", subject });
  }

  /** A name in text that is not understood: only what is protected counts, and then the worst. */
  #named(path: string, use: "named" | "delete"): void {
    if (path === "" || path.length > 1024 || path.includes("\0") || path.startsWith("-")) return;
    const { places } = this.#ground;
    for (const name of new Set([path, path.replace(/^[^=]*=/, ""), path.replace(/^[^:]*:/, "")])) {
      const where = places.locate(name);
      const broken = use === "delete" ? rulesBroken({ path: name, use }, where, this.#ground) : [];
      const isBroken =
        protectingRule(where, this.#ground) !== null || broken.some((rule) => rule !== "outside-project");
      if (isBroken) this.breaches.push({ rule: "unreadable-shell", subject: name });
    }
  }

  #judge({ text, use, from }: WordUse, state: ShellState): void {
    const kind = use === "overwrite" ? "write" : use;
    const effect: Effect | undefined =
      use === "overwrite" ? { kind: "overwrite", size: this.#sizeOf(from, state) } : undefined;
    const pathUse: PathUse = { path: text, use: kind, ...(effect && { effect }) };
    const folders = state.folders;
    const rules = isLiteral(text)
      ? folders.flatMap((folder) => {
          const path = state.through(resolve(folder, this.#ground.places.expanded(text)));
          const where = { ...this.#ground.places.locate(path), named: text };
          if (kind === "write") this.written.push(where);
          const broken = rulesBroken(pathUse, where, this.#ground);
          return state.lost ? broken.filter((rule) => rule !== "outside-project") : broken;
        })
      : openPathBreaks(pathUse, folders, this.#ground);
    for (const rule of new Set(rules)) this.breaches.push({ rule, subject: shown(text) });
  }

  #sizeOf(from: string | undefined, state: ShellState): number | null {
    if (from === undefined || !isLiteral(from)) return null;
    const stats = statOf(resolve(state.folders[0] ?? "", this.#ground.places.expanded(from)));
    return stats?.isFile() ? stats.size : null;
  }

  /** The project, a folder above it, the home, the system's own folders, all there is in one of them, or nobody knows. */
  #isBroad(target: string, state: ShellState): boolean {
    if (hasUnknown(target.slice(0, 1))) return true;
    if (hasUnknown(target)) return false;
    const { places, home } = this.#ground;
    const base = target.endsWith(STAR) ? target.slice(0, target.lastIndexOf("/") + 1) || "." : target;
    if (!isLiteral(base)) return false;
    return state.folders.some((folder) => {
      const real = places.locate(resolve(folder, places.expanded(base))).real;
      return (
        dirname(real) === "/" ||
        real === "/" ||
        places.within(real, places.root) !== null ||
        places.within(real, home) !== null
      );
    });
  }
}

/** A template may become the file it is a template of, as long as none is there. */
function isFreshCopy({ text, use, from }: WordUse, { program, state }: Act, { places }: Ground): boolean {
  if (
    program !== "cp" ||
    use !== "overwrite" ||
    from === undefined ||
    !/\.env\.(?:example|sample|template|dist)$/.test(from)
  )
    return false;
  return state.folders.every((folder) => !statOf(resolve(folder, places.expanded(text))));
}
