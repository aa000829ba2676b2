import type { FrontmatterProblem } from "./frontmatter.ts";
import type { ReadProblem } from "./loaded.ts";
import type { Diagnostic } from "./types.ts";

export function outsideLink(path: string): Diagnostic {
  return {
    code: "link_outside_project",
    level: "error",
    message: `${path} is a link that leads outside the project; it is not followed.`,
    path,
    remedy: "Replace the link by a file or folder of the project.",
  };
}

const REMEDIES: Readonly<Partial<Record<ReadProblem["code"], string>>> = {
  file_too_large: "Move what is not needed into another file.",
  not_regular_file: "Move away what stands in its place.",
};

export function unreadFile(path: string, problem: ReadProblem): Diagnostic {
  if (problem.code === "link_outside_project") return outsideLink(path);
  return {
    code: problem.code,
    level: "error",
    message: `${path} is not read: ${problem.message}`,
    path,
    remedy: REMEDIES[problem.code] ?? "Give yourself the permission to read it.",
  };
}

export function badFrontmatter(path: string, problem: FrontmatterProblem): Diagnostic {
  return {
    code: problem.code,
    level: "error",
    message: `${path}: ${problem.message}`,
    path,
    remedy: "Correct the YAML between the two --- lines.",
  };
}

/** What is wrong, in the order in which it was met. What takes a closer look is looked for when somebody asks. */
export class DiagnosticList {
  readonly #parts: (Diagnostic | (() => readonly Diagnostic[]))[] = [];

  add(...found: readonly Diagnostic[]): void {
    this.#parts.push(...found);
  }

  addLater(find: () => readonly Diagnostic[]): void {
    this.#parts.push(find);
  }

  all(): readonly Diagnostic[] {
    return this.#parts.flatMap((part) => (typeof part === "function" ? part() : part));
  }
}
