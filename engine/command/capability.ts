import * as z from "zod/mini";
import { POINTS } from "../loop/points.ts";
import { resolveHooks } from "../loop/resolve.ts";
import { type CommandRow, row } from "./row.ts";

export const capabilityCommands: readonly CommandRow[] = [
  row({
    family: "capability",
    name: "list",
    summary: "The capabilities of this project and whether they take part.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const { config } = context.snapshot();
      const active = new Set(
        POINTS.flatMap((point) => resolveHooks(point, context.registry, config).map((hook) => hook.capId)),
      );
      const list = Object.values(context.registry.capabilities).map(({ id, role, version, tier, title }) => ({
        id,
        role,
        version,
        tier,
        source: "first-party",
        status: active.has(id) ? "active" : "inactive",
        title,
      }));
      return {
        ok: true,
        data: list,
        text: list.map(({ id, status, title }) => `${id}: ${status}, ${title}`).join("\n"),
      };
    },
  }),
];
