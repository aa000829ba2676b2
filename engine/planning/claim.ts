import { isAlive } from "../file/process-identity.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { normalPhaseId } from "./phase-id.ts";

/** Who works on which phase (`milestone.lock`). Advice for people and other sessions: it never refuses anything. */
export interface Claim {
  readonly phase: string;
  readonly session: string | null;
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly updated_at: number;
}

export type ClaimAnswer = {
  /** The standing claim of another session on another phase, while its process lives. */
  readonly conflict: Claim | null;
  /** The file's new text, or null when the standing one says the same. */
  readonly text: string | null;
};

export function claimPhase(standing: string | null, own: Claim): ClaimAnswer {
  const other = parseClaim(standing);
  const isOurs = other !== null && other.pid === own.pid && other.session === own.session;
  const isSamePhase = other !== null && normalPhaseId(other.phase) === normalPhaseId(own.phase);
  const conflict = other !== null && !isOurs && !isSamePhase && isAlive(other.pid) ? other : null;
  const text = isOurs && isSamePhase ? null : `${JSON.stringify(own, null, 2)}\n`;
  return { conflict, text };
}

/** True when the standing claim is for this phase, whoever made it. */
export function claims(standing: string | null, phase: string): boolean {
  const claim = parseClaim(standing);
  return claim !== null && normalPhaseId(claim.phase) === normalPhaseId(phase);
}

export function conflictData(conflict: Claim | null): JsonObject | null {
  return conflict === null ? null : { ...conflict };
}

function parseClaim(text: string | null): Claim | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (!isJsonObject(value)) return null;
    const { phase, session, pid, updated_at: at } = value;
    if ((typeof phase !== "string" && typeof phase !== "number") || typeof pid !== "number") return null;
    return {
      phase: String(phase),
      session: typeof session === "string" ? session : null,
      pid,
      updated_at: typeof at === "number" ? at : 0,
    };
  } catch {
    return null;
  }
}
