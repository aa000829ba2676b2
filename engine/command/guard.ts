import * as z from "zod/mini";
import { guardOf } from "../guard/guard-of.ts";
import type { Policy } from "../guard/policy.ts";
import { RULES } from "../guard/rules.ts";
import type { Verdict } from "../guard/verdict.ts";
import type { Json } from "../json.ts";
import { type CommandRow, row } from "./row.ts";
import { toldCalls } from "./told-call.ts";

export const guardCommands: readonly CommandRow[] = [
  row({
    family: "guard",
    name: "explain",
    summary: "What the guard would say to a tool call: a tool and its arguments as JSON, or all of it as one text.",
    audience: "both",
    positionals: ["tool", "args"],
    isApart: true,
    input: () => z.object({ tool: z.string(), args: z.optional(z.string()), agent: z.optional(z.string()) }),
    run: (context, { tool, args, agent }) => {
      const judged = toldCalls(tool, args).map((call) => ({
        tool: call.tool,
        verdict: guardOf(context).judge(call.tool, call.args, { agent }),
      }));
      const gravest = judged.find(isDenied) ?? judged.find(({ verdict }) => verdict !== null) ?? judged[0];
      const as = gravest?.tool ?? tool;
      const verdict = gravest?.verdict ?? null;
      if (verdict === null) return { ok: true, data: { allowed: true, tool: as, posture: "allow" }, text: "allowed" };
      const { rule, posture, reason, remedy } = verdict;
      const said = posture === "deny" ? "denied by" : "asked about by";
      return {
        ok: true,
        data: { allowed: false, tool: as, posture, rule, reason, remedy },
        text: `${said} ${rule}: ${reason}. ${remedy}`,
      };
    },
  }),
  row({
    family: "guard",
    name: "list",
    summary: "The guard's rules as they hold here, and who changed them.",
    audience: "both",
    positionals: [],
    isApart: true,
    input: () => z.object({}),
    run: (context) => {
      const policy = guardOf(context).policy();
      const rules = RULES.map(({ id, protects, patterns, fixed, remedy }) => {
        const { posture, by } = policy.rules.get(id) ?? { posture: "deny", by: "built-in" };
        return { id, posture, by, protects, patterns: [...patterns], remedy, fixed: fixed === true };
      });
      const lines = rules.map(
        ({ id, posture, by, protects }) =>
          `${posture.padEnd(6)} ${id.padEnd(17)} ${protects}${by === "built-in" ? "" : ` (set by the ${by})`}`,
      );
      const problems = policy.problems.map((problem) => ({ ...problem }));
      return {
        ok: true,
        data: { rules, layers: policy.layers as unknown as Json, problems },
        text: [
          ...lines,
          ...layerLines(policy),
          ...problems.map((problem) => `problem: ${problem.layer} ${problem.path}: ${problem.message}`),
        ].join("\n"),
      };
    },
  }),
];

/** Anything but a JSON object is taken for the one path, or command, that people mean. */
function isDenied({ verdict }: { readonly verdict: Verdict | null }): boolean {
  return verdict?.posture === "deny";
}

function layerLines({ layers }: Policy): readonly string[] {
  return Object.entries(layers).flatMap(([layer, settings]) =>
    Object.keys(settings).length === 0 ? [] : [`${layer}: ${JSON.stringify(settings)}`],
  );
}
