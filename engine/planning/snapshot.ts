import { sha256 } from "../file/digest.ts";
import { journalPath } from "../file/journal-path.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { once } from "../once.ts";
import { isBracketConvention, readConfig } from "./config.ts";
import { configOf } from "./config-of.ts";
import { badFrontmatter, DiagnosticList, outsideLink, unreadFile } from "./diagnostics.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { type GitFacts, NO_GIT_FACTS } from "./git-facts.ts";
import type { Listing } from "./load-folder.ts";
import { readSections } from "./markdown.ts";
import { PhaseFolder } from "./phase-folder.ts";
import { phaseIdOfDirectory, sortByPhaseId } from "./phase-id.ts";
import { nameOfDirectory } from "./phase-slug.ts";
import { NO_FOLDER, viewOf } from "./phase-view.ts";
import { PLANNING, type PlanningPaths, planningPaths } from "./planning-paths.ts";
import { readRoadmap } from "./roadmap.ts";
import { type ScopedPhase, scopeRoadmap } from "./roadmap-scope.ts";
import { readState } from "./state.ts";
import { TrackedFiles } from "./tracked-files.ts";
import type { PhaseView, PlanningSnapshot, StateView } from "./types.ts";

export interface SnapshotReader {
  /** Never throws: what is wrong stands in `diagnostics`. The same object while nothing has changed. */
  read(): PlanningSnapshot;
}

export interface SnapshotOptions {
  readonly root: string;
  /** Folders below `.planning` that name a workstream; null for the project itself. */
  readonly workstream?: readonly string[] | null;
  readonly git?: GitFacts;
}

/** Reads the project once and answers from stamps afterwards: a warm read costs one `stat` per file it depends on. */
export function createSnapshotReader(options: SnapshotOptions): SnapshotReader {
  const files = new TrackedFiles(options.root);
  const paths = planningPaths(options.workstream);
  const git = options.git ?? NO_GIT_FACTS;
  let last: PlanningSnapshot | null = null;
  let facts = "";
  return {
    read() {
      if (last !== null && facts === git.revision() && files.unchanged()) return last;
      const before = facts;
      files.begin();
      const pass = new SnapshotPass(options.root, paths, files, git);
      const content = pass.run();
      facts = git.revision();
      if (files.finish() || last === null || facts !== before) {
        last = asked(content, pass.diagnostics, facts, files.description());
      }
      return last;
    },
  };
}

type Content = Omit<PlanningSnapshot, "diagnostics" | "stamp">;

/** With what few ask for, and what costs a process that answers once more than its answer. */
function asked(
  content: Content,
  diagnostics: DiagnosticList,
  facts: string,
  description: () => string,
): PlanningSnapshot {
  const all = once(() => diagnostics.all());
  const stamp = once(() => sha256(`${facts}\n${description()}`).slice(0, 32));
  return {
    ...content,
    get diagnostics() {
      return all();
    },
    get stamp() {
      return stamp();
    },
  };
}

const EMPTY: Listing = { files: [], folders: [], outside: [] };

class SnapshotPass {
  readonly #root: string;
  readonly #paths: PlanningPaths;
  readonly #files: TrackedFiles;
  readonly #git: GitFacts;
  readonly diagnostics = new DiagnosticList();

  constructor(root: string, paths: PlanningPaths, files: TrackedFiles, git: GitFacts) {
    this.#root = root;
    this.#paths = paths;
    this.#files = files;
    this.#git = git;
  }

  run(): Content {
    const folder = this.#files.list(this.#paths.folder);
    if (folder.kind === "problem") this.diagnostics.add(unreadFile(this.#paths.folder, folder.problem));
    if (folder.kind !== "value") return this.#nothing();
    for (const name of folder.value.outside) this.diagnostics.add(outsideLink(`${this.#paths.folder}/${name}`));
    this.#pending();
    const state = this.#state();
    const config = configOf(this.#paths, (path) => this.#configAt(path));
    const { roadmap, phases, orphans } = this.#roadmap(state, config);
    return {
      root: this.#root,
      folder: this.#paths.folder,
      exists: true,
      projectTitle: this.#title(),
      state,
      roadmap,
      phases,
      orphans,
      files: folder.value.files,
      waiting: this.#waiting(),
      pauseNote: this.#pauseNote(),
      config,
    };
  }

  #nothing(): Content {
    const rest = { projectTitle: null, state: null, roadmap: null, waiting: null, pauseNote: null, config: {} };
    const lists = { phases: [], orphans: [], files: [] };
    return {
      root: this.#root,
      folder: this.#paths.folder,
      exists: false,
      ...rest,
      ...lists,
    };
  }

  #title(): string | null {
    const own = this.#text(`${this.#paths.folder}/PROJECT.md`, titleOf);
    return own ?? this.#text(`${PLANNING}/PROJECT.md`, titleOf);
  }

  #state(): StateView | null {
    const path = this.#paths.state;
    const reading = this.#text(path, readState);
    if (reading?.problem) this.diagnostics.add(badFrontmatter(path, reading.problem));
    return reading?.view ?? null;
  }

  #roadmap(state: StateView | null, config: JsonObject): Pick<PlanningSnapshot, "roadmap" | "phases" | "orphans"> {
    const bracket = isBracketConvention(config);
    const reading = bracket ? "bracket text" : "text";
    const document = this.#text(this.#paths.roadmap, (text) => readRoadmap(text, { bracket }), reading);
    const directories = this.#directories();
    if (document === null) return { roadmap: null, phases: [], orphans: this.#orphans(directories) };
    const scoped = scopeRoadmap(document, state?.milestone ?? null);
    this.diagnostics.add(...scoped.diagnostics);
    const phases = scoped.phases.map((phase) => {
      const directory = directories.get(phase.id) ?? null;
      directories.delete(phase.id);
      return this.#phase(phase, directory, this.diagnostics);
    });
    const roadmap = {
      scope: scoped.scope,
      milestones: document.milestones.map(({ heading, version }) => ({ heading, version })),
      missingDetails: scoped.phases.filter(({ section }) => section === null).map(({ number }) => number),
    };
    return { roadmap, phases, orphans: this.#orphans(directories) };
  }

  /** What is wrong in a folder that no phase claims is nobody's concern today. */
  #orphans(directories: ReadonlyMap<string, string>): PhaseView[] {
    const orphans = [...directories].map(([id, path]) => ({ ...unlistedPhase(id, path), path }));
    return sortByPhaseId(orphans).map(({ path, ...phase }) => this.#phase(phase, path, new DiagnosticList()));
  }

  #phase(phase: ScopedPhase, directory: string | null, diagnostics: DiagnosticList): PhaseView {
    if (directory === null) return viewOf(phase, NO_FOLDER);
    const folder = new PhaseFolder(phase.id, directory, this.#files, this.#git, diagnostics);
    return viewOf(phase, folder.read());
  }

  /** Phase directories by phase id; the first in byte order wins. */
  #directories(): Map<string, string> {
    const path = this.#paths.phases;
    const listing = this.#files.list(path);
    if (listing.kind === "problem" && listing.problem.code !== "link_outside_project") {
      this.diagnostics.add(unreadFile(path, listing.problem));
    }
    const { folders, outside } = listing.kind === "value" ? listing.value : EMPTY;
    for (const name of outside) this.diagnostics.add(outsideLink(`${path}/${name}`));
    const directories = new Map<string, string>();
    for (const name of folders) {
      const id = phaseIdOfDirectory(name);
      if (id === null) continue;
      const first = directories.get(id);
      if (first === undefined) directories.set(id, `${path}/${name}`);
      else this.#reportTwin(id, first, `${path}/${name}`);
    }
    return directories;
  }

  /** Reading never writes, so what a killed transition left is only reported here. */
  #pending(): void {
    const path = journalPath(this.#paths.folder);
    if (this.#files.read(path, () => true).kind === "absent") return;
    this.diagnostics.add({
      code: "transaction_pending",
      level: "warning",
      message: "A change of several planning files was interrupted; some of them may still be old.",
      path,
      remedy: "It is finished with the next change of the state.",
    });
  }

  /** That it is there is what counts, also where it cannot be read. */
  #pauseNote(): string | null {
    const path = `${this.#paths.folder}/.continue-here.md`;
    return this.#files.read(path, () => true).kind === "absent" ? null : path;
  }

  #waiting(): PlanningSnapshot["waiting"] {
    const path = this.#paths.waiting;
    const signal = this.#text(path, readWaiting);
    if (signal !== "invalid") return signal;
    this.diagnostics.add({
      code: "waiting_unparsable",
      level: "warning",
      message: "WAITING.json does not hold a question.",
      path,
      remedy: "Delete the file, or ask the question again.",
    });
    return null;
  }

  #configAt(path: string): JsonObject {
    const reading = this.#text(path, readConfig);
    if (reading === null) return {};
    if (reading.ok) return reading.config;
    this.diagnostics.add({
      code: "config_unparsable",
      level: "error",
      message: `config.json is not read: ${reading.message}`,
      path,
      remedy: "Correct the JSON; until then the defaults hold, and no point of the loop is worked at.",
    });
    return {};
  }

  #text<T>(path: string, parse: (text: string) => T, reading?: string): T | null {
    const answer = this.#files.read(path, parse, reading);
    if (answer.kind === "problem" && answer.problem.code !== "link_outside_project") {
      this.diagnostics.add(unreadFile(path, answer.problem));
    }
    return answer.kind === "value" ? answer.value : null;
  }

  #reportTwin(id: string, first: string, path: string): void {
    this.diagnostics.add({
      code: "phase_directory_duplicate",
      level: "warning",
      message: `${first} and ${path} both belong to phase ${id}; the first is used.`,
      path,
      remedy: "Keep one directory for each phase.",
    });
  }
}

function unlistedPhase(id: string, path: string): ScopedPhase {
  return { id, number: id, name: nameOfDirectory(path), ticked: false, section: null };
}

function titleOf(text: string): string | null {
  const first = readSections(text, readFrontmatter(text).body).find((section) => section.level === 1);
  return first === undefined || first.title === "" ? null : first.title;
}

function readWaiting(text: string): PlanningSnapshot["waiting"] | "invalid" {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (!isJsonObject(value) || typeof value.question !== "string") return "invalid";
    const options = Array.isArray(value.options) ? value.options.map(String) : [];
    return { question: value.question, options };
  } catch {
    return "invalid";
  }
}
