import * as z from "zod/mini";
import { confine } from "../file/confine.ts";
import { confineWords } from "../file/confine-words.ts";
import { guardOf } from "../guard/guard-of.ts";
import type { JsonObject } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { type CheckAnswer, commandsOf, evaluatePredicate } from "../loop/evaluate-predicate.ts";
import { type Outcome, refuse } from "../loop/outcome.ts";
import { positionOf } from "../loop/position.ts";
import { type ParsedPredicate, parsePredicate } from "../loop/predicate.ts";
import { autoMode } from "../loop/queries/auto-mode.ts";
import { QUERY_NAMES, queryCheck } from "../loop/query.ts";
import { normalPhaseId } from "../planning/phase-id.ts";
import type { PhaseView } from "../planning/types.ts";
import { type CommandRow, row } from "./row.ts";

const predicateInput = () =>
  z.object({
    predicate: z.optional(z.string()),
    phaseDir: z.optional(z.string()),
    phaseNumber: z.optional(z.string()),
    phaseReqIds: z.optional(z.string()),
  });

export const checkCommands: readonly CommandRow[] = [
  row({
    family: "check",
    name: "predicate",
    summary: "Evaluate one gate predicate, given as JSON.",
    audience: "both",
    positionals: [],
    input: predicateInput,
    wouldRun: (context, input) => {
      const parsed = read(input.predicate ?? "");
      return parsed.ok ? commandsOf(parsed.predicate, context.settings()) : [];
    },
    run: async (context, input) => {
      if (!input.predicate) return wrong("sdk_missing_arg", "--predicate is missing");
      const parsed = read(input.predicate);
      if (!parsed.ok) return wrong("usage", parsed.reason);
      const place = input.phaseDir === undefined ? null : confine(context.root, input.phaseDir, "state");
      if (place?.ok === false)
        return wrong("usage", `${input.phaseDir} is no folder of the project (${confineWords(place.code)})`);
      const answer = await evaluatePredicate(parsed.predicate, {
        root: context.root,
        settings: context.settings(),
        env: context.env,
        guard: guardOf(context),
        phase: {
          number: input.phaseNumber ?? "",
          directory: place?.ok ? place.rel : null,
          requirements: input.phaseReqIds === undefined ? [] : [input.phaseReqIds],
        },
      });
      return outcomeOf(answer);
    },
  }),
  row({
    family: "check",
    name: "auto-mode",
    summary: "Whether the steps of the loop follow each other without a person.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const mode = autoMode(context.settings());
      return { ok: true, data: mode, text: String(mode.active) };
    },
  }),
  ...QUERY_NAMES.filter((name) => name !== "auto-mode").map(queryRow),
];

function queryRow(name: string): CommandRow {
  return row({
    family: "check",
    name,
    summary: `The check \`${name}\`, as a gate asks it.`,
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: z.optional(z.string()) }),
    run: (context, input) => {
      const phase = phaseNamed(context, input.phase);
      if (phase === null) return refuse("no_project", "There is no such phase", "Name a phase of the roadmap.");
      const answer = queryCheck(name, { snapshot: context.snapshot(), phase, settings: context.settings() });
      return outcomeOf(answer, (details) => details);
    },
  });
}

/** By number, id or folder; else the phase that the loop stands in. */
function phaseNamed(context: ProjectContext, name: string | undefined): PhaseView | null {
  const snapshot = context.snapshot();
  if (name === undefined) {
    const position = positionOf(snapshot, context.runs.state());
    return position.kind === "in-phase" ? position.phase : null;
  }
  const folder = name.replace(/\/+$/, "");
  return snapshot.phases.find(({ id, directory }) => id === normalPhaseId(name) || directory === folder) ?? null;
}

function read(text: string): ParsedPredicate {
  try {
    return parsePredicate(JSON.parse(text));
  } catch (error) {
    return { ok: false, reason: `the predicate is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function wrong(reason: "usage" | "sdk_missing_arg", message: string): Outcome {
  return { ok: false, reason, message, remedy: "Use: check predicate --predicate <json> [--phase-dir <folder>]" };
}

/** A check that cannot tell blocks: what cannot be evaluated is shut. */
function outcomeOf(
  answer: CheckAnswer,
  place: (details: JsonObject) => JsonObject = (details) => ({ details }),
): Outcome {
  if ("cannotTell" in answer) {
    return { ok: false, reason: answer.reason ?? "check_failed", message: answer.cannotTell, remedy: answer.remedy };
  }
  const { block, message, remedy, details } = answer;
  const data = { block, message, ...(remedy !== "" && { remedy }), ...(details && place(details)) };
  return { ok: true, data, text: `${block ? "shut" : "open"}: ${message}${remedy === "" ? "" : `. ${remedy}`}` };
}
