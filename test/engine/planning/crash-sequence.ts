import { diskOperations, type FileOperations } from "../../../engine/file/operations.ts";
import { applyTransition, type Transition } from "../../../engine/planning/transition.ts";
import { HOME } from "./sample.ts";

const NOW = Date.UTC(2026, 1, 10, 12, 30);

/** Transitions of one file and of many, with moves and removals; each leaves a state of its own. */
export const SEQUENCE: readonly Transition[] = [
  { type: "begin-phase", phase: "1" },
  { type: "add-phase", name: "Delta" },
  { type: "advance-plan" },
  { type: "insert-phase", after: "1", name: "Urgent" },
  { type: "add-decision", text: "Keep the files" },
  { type: "signal-waiting", question: "Which?" },
  { type: "add-phase", name: "Epsilon" },
  { type: "planned-phase", phase: "2", plans: 3 },
  { type: "signal-resume" },
  { type: "remove-phase", phase: "3" },
  { type: "add-blocker", text: "No key" },
  { type: "begin-phase", phase: "2" },
  { type: "remove-phase", phase: "1.1" },
  { type: "add-phase", name: "Zeta" },
  { type: "record-metric", phase: "1", plan: "1", duration: "5min" },
  { type: "remove-phase", phase: "3" },
];

/** The time is always the same, so that two runs leave the same bytes. */
export async function applySequence(
  root: string,
  done: () => void,
  files: FileOperations = diskOperations,
): Promise<void> {
  const next = () => ({ command: "/gsd-next", label: "go on", reason: "because" });
  for (const transition of SEQUENCE) {
    const result = await applyTransition(root, transition, { now: () => NOW, home: HOME, next, files });
    if (!result.ok) throw new Error(`${transition.type}: ${result.message}`);
    done();
  }
}
