import { systemCode } from "./operations.ts";

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "there is no permission for it",
  EPERM: "the system does not allow it",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOENT: "a folder on the way is not there",
  ENOTDIR: "something on the way is no folder",
  EEXIST: "something else stands in its place",
  EISDIR: "it is a folder",
  ELOOP: "its links lead in a circle",
  EMFILE: "too many files are open",
};

/** Why the system refused, for a person: `there is no permission for it (EACCES)`. */
export function systemWords(error: unknown): string {
  const code = systemCode(error);
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return words === undefined ? code : `${words} (${code})`;
}

/** What an error of the file system is to a person; null for every other error. */
export function systemProblem(error: unknown): { readonly message: string; readonly remedy: string } | null {
  if (!(error instanceof Error) || !("syscall" in error) || !("path" in error)) return null;
  return {
    message: `${error.path} cannot be used: ${systemWords(error)}`,
    remedy: "Put that right and try again; nothing else was changed.",
  };
}
