import { badFrontmatter, outsideLink, unreadFile } from "./diagnostics.ts";
import { type Frontmatter, readFrontmatter } from "./frontmatter.ts";
import type { GitFacts } from "./git-facts.ts";
import type { Listing } from "./load-file.ts";
import { isPhaseId } from "./phase-id.ts";
import { type PlanDocument, readPlan } from "./plan.ts";
import { classifyPlanFiles, type PlanFile, type PlanFiles, summaryOf } from "./plan-files.ts";
import type { ScopedPhase } from "./roadmap-scope.ts";
import type { TrackedFiles } from "./tracked-files.ts";
import type { Diagnostic, PhaseView, PlanView } from "./types.ts";
import { judgeVerification, type VerificationInput, verificationFile } from "./verification.ts";
import { computeWaves } from "./waves.ts";

const ARTIFACT = /^((?:[A-Z][A-Z0-9_]*(?:\.\d{2,})?-(?=\d))?\d+[A-Z]?(?:\.\d+)*(?:-\d{2})*)-([A-Z][A-Z0-9-]*)\.md$/;
const BARE_ARTIFACT = /^([A-Z][A-Z0-9-]*)\.md$/;
const EMPTY: Listing = { files: [], folders: [], outside: [] };

/** Everything on disk about one phase of the roadmap. Problems go to `diagnostics`. */
export function readPhase(
  phase: ScopedPhase,
  directory: string | null,
  files: TrackedFiles,
  git: GitFacts,
  diagnostics: Diagnostic[],
): PhaseView {
  const found = directory === null ? null : new PhaseFolder(phase.id, directory, files, git, diagnostics).read();
  const verification = found?.verification ?? { status: "missing", file: null };
  return {
    id: phase.id,
    number: phase.number,
    name: phase.name,
    goal: phase.goal,
    mode: phase.mode,
    dependsOn: phase.dependsOn,
    requirements: phase.requirements,
    successCriteria: phase.successCriteria,
    section: phase.section,
    directory,
    artifacts: found?.artifacts ?? {},
    plans: found?.plans ?? [],
    looseFiles: found?.looseFiles ?? [],
    orphanSummaries: found?.orphanSummaries ?? [],
    verification,
    ticked: phase.ticked,
    complete: verification.status === "passed",
  };
}

type FolderView = Pick<PhaseView, "artifacts" | "plans" | "looseFiles" | "orphanSummaries" | "verification">;
type Evidence = VerificationInput["evidence"][number];

class PhaseFolder {
  readonly #phase: string;
  readonly #directory: string;
  readonly #files: TrackedFiles;
  readonly #git: GitFacts;
  readonly #diagnostics: Diagnostic[];
  readonly #evidence: Evidence[] = [];

  constructor(phase: string, directory: string, files: TrackedFiles, git: GitFacts, diagnostics: Diagnostic[]) {
    this.#phase = phase;
    this.#directory = directory;
    this.#files = files;
    this.#git = git;
    this.#diagnostics = diagnostics;
  }

  read(): FolderView {
    const listing = this.#list(this.#directory);
    const nested = listing.folders.includes("plans") ? this.#list(`${this.#directory}/plans`).files : [];
    const sorted = classifyPlanFiles(this.#phase, listing.files, nested);
    for (const name of sorted.loose) this.#reportLoose(name);
    const plans = this.#plans(sorted);
    const summarised = new Set(plans.map((plan) => plan.summary?.file));
    return {
      artifacts: this.#artifacts(listing.files),
      plans,
      looseFiles: sorted.loose,
      orphanSummaries: [...sorted.summaries.values()].filter((name) => !summarised.has(`${this.#directory}/${name}`)),
      verification: this.#verification(listing.files),
    };
  }

  #plans(sorted: PlanFiles): PlanView[] {
    const read = sorted.plans.flatMap((plan) => this.#plan(plan));
    const answer = computeWaves(
      read.map(({ file, path, document }) => ({
        id: file.id,
        file: path,
        dependsOn: document.dependsOn,
        declaredWave: document.declaredWave,
      })),
    );
    this.#diagnostics.push(...answer.diagnostics);
    return read.map(({ file, path, document }) => ({
      id: file.id,
      file: path,
      objective: document.objective,
      wave: answer.waves.get(file.id) ?? 1,
      dependsOn: answer.dependsOn.get(file.id) ?? [],
      filesModified: document.filesModified,
      filesDeleted: document.filesDeleted,
      requirements: document.requirements,
      autonomous: document.autonomous,
      hasCheckpoint: !document.autonomous || document.tasks.some((task) => task.type.startsWith("checkpoint")),
      taskCount: document.tasks.length,
      agentHint: document.agentHint,
      checks: document.checks,
      ...this.#summary(summaryOf(file, sorted)),
    }));
  }

  #plan(file: PlanFile): { file: PlanFile; path: string; document: PlanDocument }[] {
    const path = `${this.#directory}/${file.name}`;
    const answer = this.#files.read(path, readPlan);
    if (answer.kind === "problem") this.#diagnostics.push(unreadFile(path, answer.problem));
    if (answer.kind !== "value") return answer.kind === "absent" ? [] : [{ file, path, document: readPlan("") }];
    this.#evidence.push({ path, summary: false, writtenAt: answer.mtime });
    if (answer.value.problem !== null) this.#diagnostics.push(badFrontmatter(path, answer.value.problem));
    return answer.value.superseded ? [] : [{ file, path, document: answer.value }];
  }

  #summary(name: string | null): Pick<PlanView, "summary" | "done" | "halted"> {
    if (name === null) return { summary: null, done: false, halted: false };
    const file = `${this.#directory}/${name}`;
    const front = this.#frontmatter(file, true);
    if (front === null) return { summary: { file, status: "unreadable" }, done: false, halted: false };
    const status = statusOf(front);
    return { summary: { file, status }, done: status !== "blocked", halted: status === "halted" };
  }

  #verification(names: readonly string[]): PhaseView["verification"] {
    const name = verificationFile(this.#phase, names);
    if (name === null) return { status: "missing", file: null };
    const file = `${this.#directory}/${name}`;
    const answer = this.#files.read(file, readFrontmatter);
    if (answer.kind === "problem") this.#diagnostics.push(unreadFile(file, answer.problem));
    if (answer.kind !== "value") return { status: "unknown", file };
    if (!answer.value.ok) {
      this.#diagnostics.push(badFrontmatter(file, answer.value.problem));
      return { status: "missing", file };
    }
    const status = judgeVerification({
      fields: answer.value.fields,
      report: { path: file, writtenAt: answer.mtime },
      evidence: this.#evidence,
      committedAt: (path) => this.#committedAt(path),
      digestOf: (path) => {
        const digest = this.#files.digest(path);
        return digest.kind === "value" ? digest.value : null;
      },
    });
    return { status, file };
  }

  /** Null unless the file is as it was committed: a checkout gives files times of its own. */
  #committedAt(path: string): number | null {
    const committed = this.#git.committed(path);
    if (committed === null) return null;
    const blob = this.#files.blob(path);
    return blob.kind === "value" && blob.value === committed.blob ? committed.at : null;
  }

  /** Null when the file is there but cannot be judged. */
  #frontmatter(path: string, summary: boolean): Frontmatter | null {
    const answer = this.#files.read(path, readFrontmatter);
    if (answer.kind === "problem") this.#diagnostics.push(unreadFile(path, answer.problem));
    if (answer.kind !== "value") return null;
    this.#evidence.push({ path, summary, writtenAt: answer.mtime });
    if (answer.value.ok) return answer.value;
    this.#diagnostics.push(badFrontmatter(path, answer.value.problem));
    return null;
  }

  #artifacts(names: readonly string[]): Record<string, string> {
    const artifacts: Record<string, string> = {};
    for (const name of names) {
      const match = ARTIFACT.exec(name);
      const own = match !== null && isPhaseId(match[1] ?? "", this.#phase) ? match[2] : undefined;
      const artifact = own ?? BARE_ARTIFACT.exec(name)?.[1];
      if (artifact === undefined || artifact === "PLAN" || artifact === "SUMMARY") continue;
      if (own !== undefined || !Object.hasOwn(artifacts, artifact)) artifacts[artifact] = `${this.#directory}/${name}`;
    }
    return artifacts;
  }

  #list(path: string): Listing {
    const answer = this.#files.list(path);
    if (answer.kind === "problem") this.#diagnostics.push(unreadFile(path, answer.problem));
    if (answer.kind !== "value") return EMPTY;
    for (const name of answer.value.outside) this.#diagnostics.push(outsideLink(`${path}/${name}`));
    return answer.value;
  }

  #reportLoose(name: string): void {
    const path = `${this.#directory}/${name}`;
    this.#diagnostics.push({
      code: "plan_file_loose",
      level: "warning",
      message: `${path} looks like a plan but its name gives it no number; it is not scheduled.`,
      path,
      remedy: `Rename it to ${this.#phase}-<NN>-PLAN.md, or to a name without PLAN.`,
    });
  }
}

function statusOf(front: Frontmatter): string | null {
  const status = front.ok ? front.fields.status : undefined;
  return typeof status === "string" && status.trim() !== "" ? status.trim().toLowerCase() : null;
}
