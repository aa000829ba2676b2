import type { VerificationStatus } from "./types.ts";

export interface VerificationAdvice {
  readonly action: "execute" | "plan_gaps" | "verify" | "none";
  /** The slash command to use, or an empty text. */
  readonly command: string;
}

/** What a verification status asks for next. */
export function verificationAdvice(status: VerificationStatus, phase: string): VerificationAdvice {
  switch (status) {
    case "missing":
    case "unknown":
      return { action: "execute", command: `/gsd-execute-phase ${phase}` };
    case "gaps_found":
      return { action: "plan_gaps", command: `/gsd-plan-phase ${phase} --gaps` };
    case "stale":
    case "human_needed":
      return { action: "verify", command: `/gsd-verify-work ${phase}` };
    case "passed":
      return { action: "none", command: "" };
  }
}
