import * as z from "zod/mini";
import { refuse } from "../loop/outcome.ts";
import { moveState } from "../loop/transitions.ts";
import { flag, word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const milestoneCommands: readonly CommandRow[] = [
  row({
    family: "milestone",
    name: "complete",
    summary: "Archive a finished milestone: --dry-run says what would happen, --confirm does it.",
    audience: "both",
    positionals: ["version"],
    switches: ["dryRun", "confirm", "keepPhases"],
    input: () =>
      z.object({ version: word(), name: z.optional(word()), dryRun: flag(), confirm: flag(), keepPhases: flag() }),
    run: (context, { version, name, dryRun, confirm, keepPhases }, caller) => {
      if (!dryRun && !confirm) {
        return refuse("usage", "It is not said whether to do it", "Use --dry-run to see it, --confirm to do it.");
      }
      if (!dryRun && caller.audience === "model") {
        return refuse(
          "not_allowed",
          "A milestone is closed by a person",
          "Ask the person; --dry-run shows what comes.",
        );
      }
      const title = name === undefined ? {} : { name };
      return moveState(context, { type: "complete-milestone", version, ...title, dryRun, archivePhases: !keepPhases });
    },
  }),
  row({
    family: "milestone",
    name: "switch",
    summary: "Turn STATE.md to another milestone of the roadmap.",
    audience: "both",
    positionals: ["version"],
    input: () => z.object({ version: word(), name: z.optional(word()) }),
    run: (context, input) => moveState(context, { type: "milestone-switch", ...input }),
  }),
];
