import * as z from "zod/mini";
import { lifecycleReceipt } from "../lifecycle/degradation.ts";
import { LIFECYCLE_GUARDS, type LifecycleGuard } from "../lifecycle/guards.ts";
import { queuedReflections } from "../lifecycle/reflection-queue.ts";
import { isBlocking, isOn } from "../lifecycle/settings.ts";
import type { ProjectContext } from "../loop/context.ts";
import { isDirective } from "../run/untrusted.ts";
import { type CommandRow, row } from "./row.ts";

export const lifecycleCommands: readonly CommandRow[] = [
  row({
    family: "lifecycle",
    name: "show",
    summary:
      "The guards of the lifecycle: on or off, advising or blocking, how this host lets them work, and what waits to be learnt.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const guards = LIFECYCLE_GUARDS.map((guard) => guardView(guard, context));
      const reflections = waitingReflections(context);
      const text = guards.map(({ guard, on, posture, receipt }) =>
        on ? `${guard}: on, ${posture}; ${receipt.rung}: ${receipt.reason}` : `${guard}: off`,
      );
      for (const { file, checkpoint, target } of reflections)
        text.push(`to be learnt: ${target}, by ${checkpoint} (${file})`);
      return { ok: true, data: { guards, reflections }, text: text.join("\n") };
    },
  }),
];

function guardView(guard: LifecycleGuard, context: ProjectContext) {
  const blocks = guard.blocking !== undefined && isBlocking(guard.setting, context);
  return {
    guard: guard.guard,
    on: isOn(guard.setting, context),
    posture: blocks ? "block" : "advise",
    receipt: { ...lifecycleReceipt(guard, context.host, blocks) },
  };
}

/** What waits to be learnt, by its names: its words are for the person who opens the file. */
function waitingReflections(context: ProjectContext) {
  return queuedReflections(context).flatMap(({ file, checkpoint, target }) =>
    [file, checkpoint, target].some(isDirective) ? [] : [{ file, checkpoint, target }],
  );
}
