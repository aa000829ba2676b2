import type { ConfineCode } from "./confine.ts";

const WORDS: Readonly<Record<ConfineCode, string>> = {
  bad_path: "it is no path",
  path_traversal: "it leads upwards",
  absolute_path: "it lies outside the project",
  root_itself: "it is the project folder itself",
  bad_name: "not every system can have such a name",
  protected_name: "it belongs to git",
  bad_root: "the project folder is not there, or is your home or the root of the disk",
  symlink_refused: "it is a link, or leads through one",
  not_a_directory: "something on the way is no folder",
};

/** Why a path is refused, for a person. */
export function confineWords(code: ConfineCode): string {
  return WORDS[code];
}
