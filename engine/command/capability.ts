import * as z from "zod/mini";
import { listCapabilities } from "../capability/list.ts";
import type { Json } from "../json.ts";
import { describeState } from "../loop/capability-states.ts";
import { type CommandRow, row } from "./row.ts";

export const capabilityCommands: readonly CommandRow[] = [
  row({
    family: "capability",
    name: "list",
    summary: "Every capability that is shipped, installed or found, and whether it takes part.",
    audience: "both",
    positionals: [],
    input: () => z.object({ scope: z.optional(z.enum(["global", "project"])), installed: z.optional(z.boolean()) }),
    run: (context, input) => {
      const list = listCapabilities(context).filter(
        (item) =>
          (input.scope === undefined || item.scope === input.scope) &&
          (!input.installed || item.source === "first-party" || item.recorded),
      );
      const lines = list.map(
        ({ id, status, title, reason }) => `${id}: ${status}, ${title}${reason === undefined ? "" : ` (${reason})`}`,
      );
      return { ok: true, data: list as unknown as Json, text: lines.join("\n") };
    },
  }),
  row({
    family: "capability",
    name: "state",
    summary: "For each capability: whether it is installed, shown, switched on, and which of its hooks take part.",
    audience: "both",
    positionals: [],
    input: () => z.object({ configDir: z.optional(z.string()), runtime: z.optional(z.string()) }),
    run: (context, input) => {
      const states = describeState(context, input);
      const lines = states.capabilities.map(({ id, active, hooks }) => {
        const points = hooks.filter((hook) => hook.active).map(({ point, kind }) => `${kind} at ${point}`);
        return `${id}: ${active ? "active" : "inactive"}${points.length > 0 ? `, ${points.join(", ")}` : ""}`;
      });
      return { ok: true, data: states as unknown as Json, text: lines.join("\n") };
    },
  }),
];
