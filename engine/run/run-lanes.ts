import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../json.ts";
import { isSafeId } from "./safe-id.ts";

export const LANES_FILE = "run-state.json";

const STATUSES = ["pending", "in_progress", "done", "failed", "dead", "skipped"] as const;
export type LaneStatus = (typeof STATUSES)[number];

export interface Lane {
  /** A word of another writer stays as it is. */
  readonly status: string;
  readonly tier?: string;
  /** How often it was handed out, from 1. */
  readonly attempt: number;
  /** Tasks that its task said to come after. */
  readonly depends_on: readonly string[];
  readonly receipt_ref: string | null;
  readonly updated_at: string | null;
}

export type Lanes = ReadonlyMap<string, Lane>;

export function isLaneStatus(status: string): status is LaneStatus {
  return STATUSES.some((known) => known === status);
}

export function isOpen({ status }: Pick<Lane, "status">): boolean {
  return status === "pending" || status === "in_progress";
}

/** The lanes of a run. A file that is absent or makes no sense holds none. */
export function readLanes(folder: string): Lanes {
  return lanesIn(readState(folder));
}

export function lanesIn(state: JsonObject): Lanes {
  const lanes = isJsonObject(state.lanes) ? state.lanes : {};
  return new Map(
    Object.entries(lanes).flatMap(([id, lane]) => {
      if (!isSafeId(id) || !isJsonObject(lane) || typeof lane.status !== "string") return [];
      return [[id, laneOf(lane.status, lane)] as const];
    }),
  );
}

function laneOf(status: string, fields: JsonObject): Lane {
  const { tier, attempt, depends_on: needed, receipt_ref: receipt, updated_at: updated } = fields;
  return {
    status,
    ...(typeof tier === "string" && { tier }),
    attempt: typeof attempt === "number" && attempt >= 1 ? attempt : 1,
    depends_on: Array.isArray(needed) ? needed.filter((id) => typeof id === "string") : [],
    receipt_ref: typeof receipt === "string" ? receipt : null,
    updated_at: typeof updated === "string" ? updated : null,
  };
}

export type LaneChange = Partial<Omit<Lane, "updated_at">> & { readonly status: LaneStatus };

/** Where in a plan a run is, as far as it is known. */
export interface RunFrame {
  readonly plan_slug?: string;
  readonly program_id?: string;
  readonly wave_index?: number;
}

/** What a run has in `run-state.json` (`guild.run_state.v1`): one lane and where the run is. */
export interface LaneUpdate {
  readonly run: string;
  readonly lane: string;
  readonly change: LaneChange;
  readonly frame: RunFrame;
  /** ISO 8601. */
  readonly at: string;
}

/** The new text of `run-state.json` after one lane has changed. Fields that are not given stay. */
export function withLane(folder: string, { run, lane: id, change, frame, at }: LaneUpdate): string {
  const state = readState(folder);
  const lanes = isJsonObject(state.lanes) ? state.lanes : {};
  const before = isJsonObject(lanes[id]) ? lanes[id] : {};
  const lane = { attempt: 1, depends_on: [], receipt_ref: null, ...before, ...change, updated_at: at };
  const fresh = {
    schema_version: "guild.run_state.v1",
    run_id: run,
    plan_slug: null,
    program_id: null,
    wave_index: null,
  };
  const whole = { ...fresh, ...state, ...frame, lanes: { ...lanes, [id]: lane }, last_checkpoint_at: at };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function readState(folder: string): JsonObject {
  try {
    const state: unknown = JSON.parse(readFileSync(join(folder, LANES_FILE), "utf8"));
    return isJsonObject(state) ? state : {};
  } catch {
    // An absent or broken file is no state, and the next change writes a whole one.
    return {};
  }
}
