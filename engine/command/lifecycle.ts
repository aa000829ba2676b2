import * as z from "zod/mini";
import { LIFECYCLE_GUARDS, lifecycleReceipts } from "../lifecycle/degradation.ts";
import { isBlocking, isOn } from "../lifecycle/settings.ts";
import { type CommandRow, row } from "./row.ts";

export const lifecycleCommands: readonly CommandRow[] = [
  row({
    family: "lifecycle",
    name: "show",
    summary: "The guards of the lifecycle: on or off, advising or blocking, and how this host lets them work.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const receipts = lifecycleReceipts(context.host);
      const guards = LIFECYCLE_GUARDS.map(({ guard, setting }, index) => ({
        guard,
        on: isOn(setting, context),
        posture: isBlocking(setting, context) ? "block" : "advise",
        receipt: { ...receipts[index] },
      }));
      const text = guards.map(({ guard, on, posture, receipt }) =>
        on ? `${guard}: on, ${posture}; ${receipt.rung}: ${receipt.reason}` : `${guard}: off`,
      );
      return { ok: true, data: { guards }, text: text.join("\n") };
    },
  }),
];
