import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { confine } from "../file/confine.ts";
import { confineWords } from "../file/confine-words.ts";
import { systemCode } from "../file/operations.ts";

const MAX_TOTAL = 16 * 1024 * 1024;
const MAX_ENTRIES = 100_000;

interface ArchiveEntry {
  readonly header: { readonly name: string; readonly type?: string };
  readonly data?: Uint8Array;
}

/**
 * Writes the files of a tar archive, gzipped or not, below an empty folder. A link, a special file, a path that leaves
 * the folder or an archive without measure is refused; a common first folder (`package/`) is left out.
 */
export async function unpackArchive(bytes: Uint8Array, folder: string): Promise<string | null> {
  const entries = await readEntries(bytes);
  if (typeof entries === "string") return entries;
  if (entries.length > MAX_ENTRIES) return "the archive has too many files";
  const files = entries.filter(({ header }) => header.type !== "directory" && !isMetadata(header.type));
  const strange = files.find(({ header }) => header.type !== undefined && header.type !== "file");
  if (strange !== undefined) return `${strange.header.name} is a link or a special file`;
  const total = files.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  if (total > MAX_TOTAL) return "the archive is larger than 16 MiB";
  const prefix = commonFolder(files.map(({ header }) => header.name));
  for (const { header, data } of files) {
    const place = confine(folder, header.name.slice(prefix.length), "descriptor");
    if (!place.ok) return `${header.name} may not be unpacked: ${confineWords(place.code)}`;
    if (!isWritten(join(folder, place.rel), data ?? new Uint8Array())) {
      return `${header.name} stands in the archive twice, or below a file`;
    }
  }
  return null;
}

async function readEntries(bytes: Uint8Array): Promise<readonly ArchiveEntry[] | string> {
  const { unpackTar } = await import("modern-tar");
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return await unpackTar(isGzip ? await gunzipped(bytes) : bytes);
  } catch (error) {
    if (systemCode(error) === "ERR_BUFFER_TOO_LARGE") return "the archive unpacks to more than 64 MiB";
    return `the archive is damaged: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isWritten(path: string, data: Uint8Array): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (["EEXIST", "ENOTDIR", "EISDIR"].includes(systemCode(error))) return false;
    throw error;
  }
}

function isMetadata(type: string | undefined): boolean {
  return type === "pax-header" || type === "pax-global-header";
}

async function gunzipped(bytes: Uint8Array): Promise<Uint8Array> {
  const { gunzipSync } = await import("node:zlib");
  return gunzipSync(bytes, { maxOutputLength: 4 * MAX_TOTAL });
}

function commonFolder(names: readonly string[]): string {
  const plain = names.map((name) => name.replace(/^\.\//, ""));
  const first = `${plain[0]?.split("/")[0] ?? ""}/`;
  const isCommon = !plain.includes("capability.json") && plain.every((name) => name.startsWith(first));
  return isCommon ? (names[0]?.slice(0, names[0].indexOf(first) + first.length) ?? "") : "";
}
