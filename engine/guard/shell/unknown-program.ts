import { basename } from "node:path";
import type { Call } from "./dispatch.ts";
import { isKnownProgram } from "./uses.ts";

/** Programs that others are given to start, and that can do harm. */
const STARTED =
  /^(?:rm|rmdir|unlink|shred|rimraf|del-cli|mv|cp|dd|truncate|tee|find|xargs|sed|git|sudo|env|eval|(?:ba|z|da|k)?sh|python3?|node|perl|ruby|loopwright|gsd(?:-tools)?|chmod|chown|spawn|cat|head|tail|less|more|base64|xxd|type|gc|get-content|source|curl)$/;
/** Programs that run what they are given somewhere else, where paths mean other files. */
const ELSEWHERE = /^(?:docker|podman|nerdctl|kubectl|oc|ssh|mosh|vagrant|lxc|heroku|fly|flyctl|adb|wsl)$/;
/** Programs whose words are text for people, or for us. */
const TALKERS = /^(?:gh|glab|hub|notify-send|say|mail|loopwright|gsd(?:-tools)?|jira|figlet|cowsay)$/;
const PACKAGE_MANAGERS =
  /^(?:npm|pnpm|yarn|bun|deno|pip3?|pipx|uv|poetry|conda|mamba|cargo|go|gem|bundle|composer|mix|dotnet|brew|apt|apt-get|dnf|yum|apk|pacman|port|choco|winget|scoop|snap|flatpak)$/;
/** What follows is the name of a package. */
const PACKAGES =
  /^(?:i|in|install|add|a|remove|rm|uninstall|un|update|up|upgrade|link|unlink|why|info|view|list|ls|search|create|init)$/;

/** A program that nobody here knows may start another one that it is given, as words or as a line. */
export function followUnknown({ program, args, state, position, walk }: Call): void {
  if (program === "make" && typeof position.input === "string") walk.observer.unread(position.input, state);
  if (TALKERS.test(program) || isKnownProgram(program)) return;
  if (ELSEWHERE.test(program)) {
    for (const arg of args) if (/\s/.test(arg)) walk.observer.unread(arg, state);
    const ours = args.findIndex((arg) => /^(?:loopwright|gsd(?:-tools)?)$/.test(basename(arg)));
    if (ours !== -1) walk.run(args.slice(ours), state.copy(), position);
    return;
  }
  if (PACKAGE_MANAGERS.test(program) && PACKAGES.test(args[0] ?? "")) return;
  const at = args.findIndex((arg) => STARTED.test(basename(arg)));
  if (at !== -1) walk.run(args.slice(args[at] === "spawn" ? at + 1 : at), state.copy(), position);
  for (const arg of args) {
    const line = arg.replace(/^(?:\w+[=:])?!?\s*(?:(?:spawn|shell|exec)\s+)?/i, "");
    const [first = "", ...rest] = line.trim().split(/\s+/);
    if (rest.length > 0 && STARTED.test(basename(first))) walk.script(line, state.copy());
  }
}
