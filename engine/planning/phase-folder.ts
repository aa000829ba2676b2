import { once } from "../once.ts";
import { badFrontmatter, type DiagnosticList, outsideLink, unreadFile } from "./diagnostics.ts";
import { readFrontmatter } from "./frontmatter.ts";
import type { GitFacts } from "./git-facts.ts";
import type { Listing } from "./load-folder.ts";
import { isPhaseId } from "./phase-id.ts";
import type { FolderView } from "./phase-view.ts";
import { type PlanDocument, planText } from "./plan.ts";
import { classifyPlanFiles, type PlanFile, type PlanFiles, summaryOf } from "./plan-files.ts";
import { planView } from "./plan-view.ts";
import { readSummary } from "./summary.ts";
import type { TrackedFiles } from "./tracked-files.ts";
import type { PhaseView, PlanView } from "./types.ts";
import { judgeVerification, type VerificationInput, verificationFile } from "./verification.ts";
import { computeWaves } from "./waves.ts";

const ARTIFACT = /^((?:[A-Z][A-Z0-9_]*(?:\.\d{2,})?-(?=\d))?\d+[A-Z]?(?:\.\d+)*(?:-\d{2})*)-([A-Z][A-Z0-9-]*)\.md$/;
const BARE_ARTIFACT = /^([A-Z][A-Z0-9-]*)\.md$/;
const EMPTY: Listing = { files: [], folders: [], outside: [] };

type Evidence = VerificationInput["evidence"][number];

interface ReadPlan {
  readonly file: PlanFile;
  readonly path: string;
  readonly document: () => PlanDocument;
}

/** Reads the folder of one phase. Problems go to `diagnostics`. */
export class PhaseFolder {
  readonly #phase: string;
  readonly #directory: string;
  readonly #files: TrackedFiles;
  readonly #git: GitFacts;
  readonly #diagnostics: DiagnosticList;
  readonly #evidence: Evidence[] = [];

  constructor(phase: string, directory: string, files: TrackedFiles, git: GitFacts, diagnostics: DiagnosticList) {
    this.#phase = phase;
    this.#directory = directory;
    this.#files = files;
    this.#git = git;
    this.#diagnostics = diagnostics;
  }

  read(): FolderView {
    const { files, folders } = this.#list(this.#directory);
    const nested = folders.includes("plans") ? this.#list(`${this.#directory}/plans`).files : [];
    const sorted = classifyPlanFiles(this.#phase, files, nested);
    for (const name of sorted.loose) this.#reportLoose(name);
    const plans = this.#plans(sorted);
    const summarised = new Set(plans.map((plan) => plan.summary?.file));
    const artifacts = once(() => this.#artifacts(files));
    return {
      directory: this.#directory,
      get artifacts() {
        return artifacts();
      },
      plans,
      looseFiles: sorted.loose,
      orphanSummaries: [...sorted.summaries.values()].filter((name) => !summarised.has(`${this.#directory}/${name}`)),
      verification: this.#verification(files),
    };
  }

  #plans(sorted: PlanFiles): PlanView[] {
    const read = sorted.plans.flatMap((plan) => this.#plan(plan));
    const waves = once(() => computeWaves(read.map(wavePlan)));
    this.#diagnostics.addLater(() => waves().diagnostics);
    return read.map(({ file, path, document }) =>
      planView({ id: file.id, file: path, document, waves, ...this.#summary(summaryOf(file, sorted)) }),
    );
  }

  #plan(file: PlanFile): ReadPlan[] {
    const path = `${this.#directory}/${file.name}`;
    const answer = this.#files.read(path, planText);
    if (answer.kind === "absent") return [];
    if (answer.kind === "problem") {
      this.#diagnostics.add(unreadFile(path, answer.problem));
      return [{ file, path, document: planText("").document }];
    }
    const { document, superseded } = answer.value;
    this.#evidence.push({ path, summary: false, writtenAt: answer.mtime });
    this.#diagnostics.addLater(() => {
      const { problem } = document();
      return problem === null ? [] : [badFrontmatter(path, problem)];
    });
    return superseded ? [] : [{ file, path, document }];
  }

  #summary(name: string | null): Pick<PlanView, "summary" | "done" | "halted"> {
    if (name === null) return { summary: null, done: false, halted: false };
    const file = `${this.#directory}/${name}`;
    const answer = this.#files.read(file, readSummary);
    if (answer.kind === "problem") this.#diagnostics.add(unreadFile(file, answer.problem));
    if (answer.kind === "value") this.#evidence.push({ path: file, summary: true, writtenAt: answer.mtime });
    const reading = answer.kind === "value" ? answer.value : null;
    if (reading?.problem) this.#diagnostics.add(badFrontmatter(file, reading.problem));
    if (reading === null || reading.problem !== null) {
      return { summary: { file, status: "unreadable" }, done: false, halted: false };
    }
    const { status } = reading;
    return { summary: { file, status }, done: status !== "blocked", halted: status === "halted" };
  }

  #verification(names: readonly string[]): PhaseView["verification"] {
    const name = verificationFile(this.#phase, names);
    if (name === null) return { status: "missing", file: null };
    const file = `${this.#directory}/${name}`;
    const answer = this.#files.read(file, readFrontmatter);
    if (answer.kind === "problem") this.#diagnostics.add(unreadFile(file, answer.problem));
    if (answer.kind !== "value") return { status: "unknown", file };
    if (!answer.value.ok) {
      this.#diagnostics.add(badFrontmatter(file, answer.value.problem));
      return { status: "missing", file };
    }
    const status = judgeVerification({
      fields: answer.value.fields,
      report: { path: file, writtenAt: answer.mtime },
      evidence: this.#evidence,
      committed: (path) => this.#committed(path),
      digestOf: (path) => {
        const digest = this.#files.digest(path);
        return digest.kind === "value" ? digest.value : null;
      },
    });
    return { status, file };
  }

  /** A checkout gives files times of its own. What git has not seen as it is now is read for it. */
  #committed(path: string): { at: number; isUnchanged: () => boolean } | null {
    const committed = this.#git.committed(path);
    if (committed === null) return null;
    const isUnchanged = () => {
      const stamp = this.#files.stamp(path);
      const isSeen = stamp !== null && this.#git.hasSeen(committed, path, stamp);
      return isSeen || this.#files.blob(path) === committed.blob;
    };
    return { at: committed.at, isUnchanged };
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
    if (answer.kind === "problem") this.#diagnostics.add(unreadFile(path, answer.problem));
    if (answer.kind !== "value") return EMPTY;
    for (const name of answer.value.outside) this.#diagnostics.add(outsideLink(`${path}/${name}`));
    return answer.value;
  }

  #reportLoose(name: string): void {
    const path = `${this.#directory}/${name}`;
    this.#diagnostics.add({
      code: "plan_file_loose",
      level: "warning",
      message: `${path} looks like a plan but its name gives it no number; it is not scheduled.`,
      path,
      remedy: `Rename it to ${this.#phase}-<NN>-PLAN.md, or to a name without PLAN.`,
    });
  }
}

function wavePlan({ file, path, document }: ReadPlan) {
  const { dependsOn, declaredWave } = document();
  return { id: file.id, file: path, dependsOn, declaredWave };
}
