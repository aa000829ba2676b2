/** What is known about a run when a turn of its lead has ended. Times are milliseconds since the epoch. */
export interface ClosingFacts {
  readonly status: string | null;
  readonly hasActiveWork: boolean;
  readonly closedAt: number;
  readonly newestWork: number;
}

/** `keep`: nothing changes. `hold`: work goes on, so a record that says otherwise is put right. */
export type Closing = "close" | "reclose" | "keep" | "hold";

/** Closing touches the log itself, a moment after the time that it writes down. */
const SLACK_MS = 2000;

/** What the end of a turn means for a run. */
export function decideClosing({ status, hasActiveWork, closedAt, newestWork }: ClosingFacts): Closing {
  if (status === "open" || status === "resumable") return hasActiveWork ? "hold" : "close";
  if (status !== "closed" && status !== "failed") return "keep";
  if (newestWork <= closedAt + SLACK_MS) return "keep";
  return hasActiveWork ? "hold" : "reclose";
}
