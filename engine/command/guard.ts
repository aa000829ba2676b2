import * as z from "zod/mini";
import { judgeToolCall } from "../guard/judge.ts";
import type { JsonObject } from "../json.ts";
import { type CommandRow, row } from "./row.ts";

export const guardCommands: readonly CommandRow[] = [
  row({
    family: "guard",
    name: "explain",
    summary: "What the guard would say to a tool call: tool name and arguments as JSON.",
    audience: "both",
    positionals: ["tool", "args"],
    input: () => z.object({ tool: z.string(), args: z._default(z.string(), "{}") }),
    run: (context, input) => {
      let args: JsonObject;
      try {
        args = z.record(z.string(), z.json()).parse(JSON.parse(input.args)) as JsonObject;
      } catch {
        // Anything but a JSON object is taken for the one path that people mean.
        args = { filePath: input.args, command: input.args };
      }
      const refusal = judgeToolCall(input.tool, args, context);
      const text = refusal ? `denied by ${refusal.rule}: ${refusal.reason}. ${refusal.remedy}` : "allowed";
      return { ok: true, data: { allowed: refusal === null, ...(refusal ?? {}) }, text };
    },
  }),
];
