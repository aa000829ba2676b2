import type { Json } from "../json.ts";
import { type Shape, SWITCH, TEXT, TEXTS } from "./shape.ts";

/** A setting of the reference that is honoured here. Where `takes` is null, more kinds are taken than one. */
export interface ReferenceRow {
  readonly takes: Shape | null;
  readonly fallback: Json | null;
  readonly says: string;
}

const row = (takes: Shape | null, fallback: Json | null, says: string): ReferenceRow => ({ takes, fallback, says });

export const REFERENCE_ROWS: Readonly<Record<string, ReferenceRow>> = {
  mode: row(TEXT, "interactive", "How much a person is asked; told to whoever plans a phase."),
  runtime: row(TEXT, null, "The host that capabilities are chosen for, where the running one is unknown."),
  commit_docs: row(SWITCH, true, "Planning files are committed; told to whoever executes a phase."),
  "planning.commit_docs": row(SWITCH, true, "The same as `commit_docs`, which stands above it."),
  parallelization: row(null, true, "Plans of a wave may run side by side; told to whoever executes a phase."),
  phase_id_convention: row(TEXT, null, "`bracket`: phases are named like `[PROJ.01] 02`."),
  project_code: row(TEXT, null, "Capital letters that the names of phase folders begin with."),
  "git.branching_strategy": row(
    TEXT,
    "none",
    "`phase`: each phase has a branch, named by `git.phase_branch_template`.",
  ),
  "git.phase_branch_template": row(TEXT, null, "Name of a phase's branch, with `{phase}` and `{slug}`."),
  "planning.sub_repos": row(TEXTS, null, "Folders of repositories that belong to this project."),
  multiRepo: row(SWITCH, false, "Every repository below the project belongs to it."),
  "workflow.auto_advance": row(SWITCH, false, "The next step may begin without a person's word."),
  "workflow._auto_chain_active": row(SWITCH, false, "Steps follow each other while this is on."),
  "workflow.nyquist_validation": row(SWITCH, true, "Told to whoever plans a phase."),
  "capabilities.strict_known_registries": row(TEXTS, null, "Sources that capabilities may be installed from."),
};

/** Families of such settings, by the beginning of their keys. */
export const REFERENCE_FAMILIES: Readonly<Record<string, ReferenceRow>> = {
  "model_overrides.": row(TEXT, null, "The model that an agent of this name is to use."),
};
