import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";

/** The steps by which files change on disk. Each either happens or throws the system's error. */
export interface FileOperations {
  /** Makes a file that was not there, with this content, and forces it to disk. */
  create(path: string, content: string | Uint8Array, mode: number): void;
  /** A second name for a file; fails when the name is taken. Not every file system can. */
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  /** No error when the file is already gone. */
  remove(path: string): void;
  makeFolder(path: string): void;
  /** With all that is in it. No error when it is already gone. */
  removeFolder(path: string): void;
  /** Forces the names in a folder to disk, where the system can. */
  syncFolder(path: string): void;
}

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** Systems that cannot open or sync a folder answer with one of these. */
const NO_FOLDER_SYNC: ReadonlySet<string> = new Set(["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP", "EBADF"]);

export const diskOperations: FileOperations = {
  create(path, content, mode) {
    const descriptor = openSync(path, CREATE, mode);
    try {
      fchmodSync(descriptor, mode);
      writeFileSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  link: (from, to) => linkSync(from, to),
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { force: true }),
  makeFolder: (path) => mkdirSync(path),
  removeFolder: (path) => rmSync(path, { force: true, recursive: true }),
  syncFolder(path) {
    try {
      const descriptor = openSync(path, constants.O_RDONLY);
      try {
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      if (!NO_FOLDER_SYNC.has(systemCode(error))) throw error;
    }
  },
};

/** The system's word for an error (`ENOSPC`), or `unknown`. */
export function systemCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown";
}
