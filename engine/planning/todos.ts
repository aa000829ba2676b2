import { realpathSync } from "node:fs";
import { readFrontmatter } from "./frontmatter.ts";
import { loadFolder } from "./load-folder.ts";
import { readProjectFile } from "./project-file.ts";

export interface Todo {
  readonly file: string;
  readonly path: string;
  readonly title: string;
  readonly area: string;
  readonly created: string;
}

/** What was put aside for later, in the order of the file names. */
export function pendingTodos(root: string, planning: string): readonly Todo[] {
  const folder = `${planning}/todos/pending`;
  const listing = loadFolder({ path: root, real: realpathSync(root) }, folder);
  const names = listing.kind === "value" ? listing.value.files.filter((name) => name.endsWith(".md")) : [];
  return names.flatMap((file) => {
    const path = `${folder}/${file}`;
    const read = readProjectFile(root, path);
    if (!read.ok) return [];
    const front = readFrontmatter(read.text);
    const field = (name: string, fallback: string) => {
      const value = front.ok ? front.fields[name] : undefined;
      return typeof value === "string" && value !== "" ? value : fallback;
    };
    return [{ file, path, title: field("title", file), area: field("area", "general"), created: field("created", "") }];
  });
}
