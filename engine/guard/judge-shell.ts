import { dirname, resolve } from "node:path";
import { readBounded } from "../capability/read-bounded.ts";
import type { Ground } from "./ground.ts";
import { protectingRule, rulesBroken, secretIn } from "./judge-path.ts";
import { openPathBreaks } from "./open-path.ts";
import type { Effect, PathUse } from "./path-use.ts";
import type { RuleId } from "./rule.ts";
import { ruleOf } from "./rules.ts";
import type { Act, Observer, Redirection } from "./shell/act.ts";
import { destructionBy } from "./shell/destructive.ts";
import { pathsInCode } from "./shell/interpreters.ts";
import { DECODERS } from "./shell/literal-output.ts";
import { patchedBy } from "./shell/patched.ts";
import { personCommandIn, personCommandInCode } from "./shell/person-command.ts";
import { posixSpelling } from "./shell/posix-spelling.ts";
import { ShellState } from "./shell/state.ts";
import { hasUnknown, isLiteral, patternOf, STAR, shown } from "./shell/text.ts";
import { usesOf } from "./shell/uses.ts";
import { ShellWalk } from "./shell/walk.ts";
import type { WordUse } from "./shell/word-use.ts";
import { statOf } from "./stat.ts";
import type { Dialect } from "./tool-call.ts";
import type { Breach } from "./verdict.ts";
import type { Where } from "./where.ts";

const LONGEST = 64 * 1024;

export interface ShellFindings {
  readonly breaches: readonly Breach[];
  /** What it would write, as far as the names are known. */
  readonly written: readonly Where[];
}

export interface ShellText {
  readonly command: string;
  readonly dialect: Dialect;
  /** Absolute; where the command starts. */
  readonly folder: string;
}

/** Everything that a shell command would break. Nothing of it is run; the disk is asked only about what it names. */
export function readShell({ command, dialect, folder }: ShellText, ground: Ground): ShellFindings {
  const judge = shellJudge(ground);
  const state = new ShellState([folder]);
  if (command.length > LONGEST) judge.unread(command, state);
  else judge.walk?.script(dialect === "powershell" ? posixSpelling(command) : command, state);
  return judge;
}

/** What code of another language would break, as far as the names in it tell. */
export function readCode(code: string, folder: string, ground: Ground): readonly Breach[] {
  const judge = shellJudge(ground);
  judge.code(code, new ShellState([folder]));
  return judge.breaches;
}

function shellJudge(ground: Ground): ShellJudge {
  const { places, home, env, temporary } = ground;
  const judge = new ShellJudge(ground);
  judge.walk = new ShellWalk({ root: places.root, home, env, temporary: temporary[0] ?? "/tmp", storedScript }, judge);
  return judge;
}

const LONGEST_STORED = 16 * 1024;

/** A script that lies on the disk, where it is short enough to be gone through. */
function storedScript(path: string): string | null {
  const read = readBounded(path, LONGEST_STORED);
  const text = read.ok ? read.bytes.toString("utf8") : null;
  return text === null || text.includes("\0") ? null : text;
}

const MOST_FOLLOWED = 500;
const DOWNLOADERS: ReadonlySet<string> = new Set(["curl", "wget", "fetch", "http", "https", "aria2c"]);
const SHELL_WORD = /"([^"]*)"|'([^']*)'|[^\s;&|<>()"'`]+/g;
const CHANGES =
  /\b(?:write\w*|unlink\w*|remove\w*|rm\w*|truncate|rename\w*|delete|move|copy\w*|append\w*|output|once|save|backup)\b|['"][wax]b?\+?['"]|:w|>/i;
const HIDES = /\b(?:eval|exec|getattr|chr|fromCharCode|atob|b64decode|frombase64|unhexlify)\b/i;
const STARTS_PROGRAMS = /\b(?:system|exec\w*|spawn\w*|popen|subprocess|shell|qx|Bun)\b|`/;

class ShellJudge implements Observer, ShellFindings {
  readonly breaches: Breach[] = [];
  readonly written: Where[] = [];
  walk: ShellWalk | undefined;
  readonly #ground: Ground;
  readonly #programs = new Set<string>();
  #isStored = false;
  #followed = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  act(act: Act): void {
    this.#programs.add(act.program);
    const personal = personCommandIn(act, this.#ground.isGuardingKey);
    if (personal !== null) this.#break("person-command", `\`${personal}\``);
    for (const { rule, subject } of destructionBy(act, (target) => this.#isBroad(target, act.state)))
      this.#break(rule, subject);
    for (const { path, use, effect } of patchedBy(act, storedScript))
      if (use !== "read") this.#judge({ text: path, use, ...(effect && { effect }) }, act.state);
    for (const use of usesOf(act)) if (!isFreshCopy(use, act, this.#ground)) this.#judge(use, act.state);
  }

  redirection({ path, use, state, content }: Redirection): void {
    if (/^\/dev\/(?:sd|hd|nvme|vd|xvd|disk|mapper|mem|kmem)/.test(path)) this.#break("device", path);
    this.#judge(
      {
        text: path,
        use: use === "append" ? "write" : use,
        ...(content !== undefined && { effect: { kind: "replace", text: content } }),
      },
      state,
    );
  }

  multiplies(name: string): void {
    this.#break("system", `\`${name}\`, which starts itself again and again,`);
  }

  stored<T>(run: () => T): T {
    const outer = this.#isStored;
    this.#isStored = true;
    try {
      return run();
    } finally {
      this.#isStored = outer;
    }
  }

  unread(text: string, state: ShellState): void {
    const words = new Set([...text.matchAll(SHELL_WORD)].map((match) => match[1] ?? match[2] ?? match[0]));
    for (const word of words) this.#named(word, "named", state);
    this.code(text, state);
  }

  code(text: string, state: ShellState): void {
    const use = CHANGES.test(text) ? "delete" : STARTS_PROGRAMS.test(text) || HIDES.test(text) ? "named" : "read";
    for (const path of pathsInCode(text)) this.#named(path, use, state);
    const personal = personCommandInCode(text, this.#ground.isGuardingKey);
    if (personal !== null) this.#break("person-command", `\`${personal}\``);
    if (!STARTS_PROGRAMS.test(text)) return;
    for (const [, double, single, back] of text.matchAll(/"([^"\n]+)"|'([^'\n]+)'|`([^`]+)`/g)) {
      const script = double ?? single ?? back ?? "";
      if (/\s/.test(script)) this.walk?.script(script, new ShellState(state.folders));
    }
  }

  hiddenScript(from: readonly string[], text: string): void {
    const makers = from.length > 0 && text === "" ? from : [...from, ...this.#programs];
    const subject = text === "" ? `the pipe from ${from.join(" | ")}` : `\`${text}\``;
    if (makers.some((program) => DOWNLOADERS.has(program))) this.#break("remote-code", subject);
    if (makers.some((program) => DECODERS.has(program))) this.#break("hidden-code", subject);
  }

  /** A script that lay there before is somebody's work; of what it does, only the loop's own ground is kept from it. */
  #break(rule: RuleId, subject: string): void {
    if (this.#isStored && !ruleOf(rule).fixed && rule !== "curated" && rule !== "planning-loss") return;
    this.breaches.push({ rule, subject });
  }

  /** A name in text that is not understood: only what is protected counts, and then the worst. */
  #named(path: string, use: "read" | "named" | "delete", state: ShellState): void {
    if (path === "" || path.length > 1024 || path.includes("\0") || path.startsWith("-")) return;
    const { places } = this.#ground;
    const names = new Set([path, path.replace(/^[^=]*=/, ""), path.replace(/^[^:]*:/, ""), path.replace(/^\/+/, "")]);
    for (const folder of new Set([...state.folders, places.root])) {
      for (const name of names) {
        // Links are followed for as many names as anybody writes; the others speak for themselves.
        const where = this.#followed++ < MOST_FOLLOWED ? places.locate(name, folder) : places.spelled(name, folder);
        const isBroken =
          where.inside === null && use !== "read"
            ? protectingRule(where, this.#ground) !== null
            : rulesBroken({ path: name, use }, where, this.#ground).length > 0;
        if (isBroken) this.#break("unreadable-shell", name);
      }
    }
  }

  #judge({ text, use, from, effect: told, deep }: WordUse, state: ShellState): void {
    if (deep !== undefined) this.#searched(text, deep.left, state);
    const kind = use === "overwrite" ? "write" : use;
    const effect: Effect | undefined =
      told ?? (use === "overwrite" ? { kind: "overwrite", size: this.#sizeOf(from, state) } : undefined);
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
    for (const rule of new Set(rules)) this.#break(rule, shown(text));
  }

  /** A search through all that lies in a folder prints what it finds in its secrets too. */
  #searched(text: string, left: readonly string[], state: ShellState): void {
    if (!isLiteral(text)) return;
    for (const folder of state.folders) {
      const path = state.through(resolve(folder, this.#ground.places.expanded(text)));
      const secret = secretIn(this.#ground.places.locate(path), left.map(patternOf), this.#ground);
      if (secret !== null) this.#break("secret", secret);
    }
  }

  #sizeOf(from: string | undefined, state: ShellState): number | null {
    if (from === undefined || !isLiteral(from)) return null;
    const path = resolve(state.folders[0] ?? "", this.#ground.places.expanded(from));
    const stats = statOf(path);
    return stats?.isFile() ? stats.size : path === "/dev/null" ? 0 : null;
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
