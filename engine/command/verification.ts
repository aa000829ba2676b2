import * as z from "zod/mini";
import type { Outcome } from "../loop/outcome.ts";
import { lookupPhase, phaseNamed } from "../planning/lookup-phase.ts";
import type { PlanningSnapshot } from "../planning/types.ts";
import { verificationAdvice } from "../planning/verification-advice.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

export const verificationCommands: readonly CommandRow[] = [
  row({
    family: "verification",
    name: "status",
    summary: "What a phase's verification report is worth today, and what follows from it.",
    audience: "both",
    positionals: ["phase"],
    input: () => z.object({ phase: word() }),
    run: (context, input) => status(context.snapshot(), input.phase),
  }),
];

function status(snapshot: PlanningSnapshot, wanted: string): Outcome {
  const phase = lookupPhase(snapshot, wanted);
  const worth = phase?.verification.status ?? "missing";
  const { action, command } = verificationAdvice(worth, phase?.id ?? phaseNamed(wanted));
  return {
    ok: true,
    data: { status: worth, next_action: action, next_command: command },
    text: command === "" ? `Verification: ${worth}.` : `Verification: ${worth}. Next: ${command}`,
  };
}
