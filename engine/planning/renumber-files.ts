import { sha256 } from "../file/digest.ts";
import { isJsonObject } from "../json.ts";
import { findBlock, readFrontmatter } from "./frontmatter.ts";
import { mapFrontmatterTexts, setFrontmatterField } from "./frontmatter-edit.ts";
import { isPhaseId, normalPhaseId } from "./phase-id.ts";
import { shortPhaseId } from "./renumber-text.ts";
import type { Desk } from "./transition-desk.ts";
import { coveredDigest } from "./verification.ts";

export interface Rename {
  readonly from: string;
  readonly to: string;
}

export interface FolderRenumbering {
  readonly moves: readonly Rename[];
  /** By the path after the moves. */
  readonly texts: Readonly<Record<string, string>>;
  /** By name. */
  readonly folder: Rename;
  readonly files: readonly Rename[];
  /** Names that were taken; those files keep theirs. */
  readonly collisions: readonly string[];
}

const ID = /^((?:[A-Z][A-Z0-9_]*-(?=\d))?)(\d+[A-Z]?(?:\.\d+)*|[A-Z][A-Z0-9_]*\.\d{2,}-\d+(?:\.\d+)*)(?=-|$)/;

/** Renames the folder of a phase and the files in it, and gives their front matter the new number. */
export function renumberFolder(desk: Desk, directory: string, oldId: string, newId: string): FolderRenumbering {
  const parent = directory.slice(0, directory.lastIndexOf("/"));
  const name = directory.slice(parent.length + 1);
  const folder = { from: name, to: renamed(name, oldId, newId) };
  const target = `${parent}/${folder.to}`;
  const names = desk.names(directory);
  const files: Rename[] = [];
  const collisions: string[] = [];
  for (const file of names) {
    const to = renamed(file, oldId, newId);
    if (to === file) continue;
    if (names.includes(to)) collisions.push(file);
    else files.push({ from: file, to });
  }
  const finalName = (file: string) => files.find((rename) => rename.from === file)?.to ?? file;
  const texts: Record<string, string> = {};
  const newPath = (path: string) => {
    if (!path.startsWith(`${directory}/`)) return path;
    return `${target}/${finalName(path.slice(directory.length + 1))}`;
  };
  for (const file of names.filter((candidate) => candidate.endsWith(".md"))) {
    const text = desk.text(`${directory}/${file}`);
    const edited = text === null ? null : renumberFields(text, oldId, newId);
    if (edited !== null && edited !== text) texts[`${target}/${finalName(file)}`] = edited;
  }
  for (const file of names.filter((candidate) => /(?:^|-)VERIFICATION\.md$/.test(candidate))) {
    const path = `${directory}/${file}`;
    const report = texts[newPath(path)] ?? desk.text(path);
    const renewed = report === null ? null : refingerprint(desk, report, newPath, texts);
    if (renewed !== null && renewed !== desk.text(path)) texts[newPath(path)] = renewed;
  }
  const moves = [
    { from: directory, to: target },
    ...files.map(({ from, to }) => ({ from: `${target}/${from}`, to: `${target}/${to}` })),
  ];
  return { moves, texts, folder, files, collisions };
}

function renamed(name: string, oldId: string, newId: string): string {
  const match = ID.exec(name);
  const written = match?.[2];
  if (match === null || written === undefined || !isPhaseId(written, oldId)) return name;
  const isShort = normalPhaseId(written) !== oldId;
  const id = isShort ? newId.slice(newId.lastIndexOf("-") + 1) : newId;
  return (match[1] ?? "") + id + name.slice(match[0].length);
}

/** `phase: 4`, `phase: "04-delta"` and `depends_on: [04-01]` follow their phase. */
function renumberFields(text: string, oldId: string, newId: string): string {
  if (typeof findBlock(text) === "string") return text;
  const front = readFrontmatter(text);
  const phase = front.ok ? front.fields.phase : undefined;
  let result = text;
  if (typeof phase === "string") {
    const edit = setFrontmatterField(result, "phase", renewedField(phase, oldId, newId));
    if (edit.ok && renewedField(phase, oldId, newId) !== phase) result = edit.text;
  }
  return mapFrontmatterTexts(result, "depends_on", (item) => renamed(item, oldId, newId));
}

function renewedField(value: string, oldId: string, newId: string): string {
  if (normalPhaseId(value) !== oldId) return renamed(value, oldId, newId);
  return value.startsWith("0") || value === oldId ? newId : shortPhaseId(newId);
}

/**
 * A report that covers its files keeps covering them under their new names; one that did not match before does not
 * match afterwards.
 */
function refingerprint(
  desk: Desk,
  report: string,
  newPath: (path: string) => string,
  texts: Readonly<Record<string, string>>,
): string {
  const front = readFrontmatter(report);
  const covered = front.ok && isJsonObject(front.fields) ? front.fields.covered_files : undefined;
  const digest = front.ok ? front.fields.covered_digest : undefined;
  if (!Array.isArray(covered) || typeof digest !== "string") return report;
  const old = covered.map(String);
  const moved = mapFrontmatterTexts(report, "covered_files", newPath);
  if (coveredDigest(old, desk.digest) !== digest) return moved;
  const origin = new Map(old.map((path) => [newPath(path), path]));
  const now = coveredDigest(old.map(newPath), (path) => {
    const text = texts[path];
    return text === undefined ? desk.digest(origin.get(path) ?? path) : sha256(text);
  });
  const edit = now === null ? null : setFrontmatterField(moved, "covered_digest", now);
  return edit?.ok ? edit.text : moved;
}
