import * as z from "zod/mini";
import type { Json } from "../json.ts";
import { type CommandRow, row } from "./row.ts";

export const planningCommands: readonly CommandRow[] = [
  row({
    family: "planning",
    name: "inspect",
    summary: "Everything the engine read from .planning, with what is wrong there.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const { root: _root, stamp: _stamp, ...view } = context.snapshot();
      const text = view.diagnostics.map(({ level, path, message }) => `${level}: ${path ?? ""} ${message}`).join("\n");
      return { ok: true, data: view as unknown as Json, text: text === "" ? "Nothing is wrong in .planning." : text };
    },
  }),
];
