import type { PlanDocument } from "./plan.ts";
import type { PlanView } from "./types.ts";
import type { WaveAnswer } from "./waves.ts";

export interface PlanSource extends Pick<PlanView, "id" | "file" | "summary" | "done" | "halted"> {
  readonly document: () => PlanDocument;
  /** Of all plans of the phase. */
  readonly waves: () => WaveAnswer;
}

/** A plan as its phase shows it. Most questions are about what there is and what is done, so the rest waits for its own. */
export function planView({ id, file, summary, done, halted, document, waves }: PlanSource): PlanView {
  return {
    id,
    file,
    get objective() {
      return document().objective;
    },
    get wave() {
      return waves().waves.get(id) ?? 1;
    },
    get dependsOn() {
      return waves().dependsOn.get(id) ?? [];
    },
    get filesModified() {
      return document().filesModified;
    },
    get filesDeleted() {
      return document().filesDeleted;
    },
    get requirements() {
      return document().requirements;
    },
    get autonomous() {
      return document().autonomous;
    },
    get hasCheckpoint() {
      const { autonomous, tasks } = document();
      return !autonomous || tasks.some((task) => task.type.startsWith("checkpoint"));
    },
    get taskCount() {
      return document().tasks.length;
    },
    get agentHint() {
      return document().agentHint;
    },
    get checks() {
      return document().checks;
    },
    summary,
    done,
    halted,
  };
}
