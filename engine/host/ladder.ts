import { isDepth } from "./engine-capabilities.ts";
import { FALLBACK } from "./fallback.ts";
import { isRecord, ownValue } from "./own-record.ts";
import type { AxisName, AxisValue, InterfacePoint, Level } from "./vocabulary.ts";

/** Where an interface point stands. `unknown`: the point or the value it is read from is none of ours. */
export interface Rung {
  readonly level: Level;
  /** What the engine does there. */
  readonly fallback: string;
  readonly unknown?: true;
}

type Levels<A extends AxisName> = { readonly axis: A; readonly levels: Readonly<Record<AxisValue<A>, Level>> };

const LEVELS: {
  readonly command: Levels<"commandSurface">;
  readonly model: Levels<"modelMode">;
  readonly hooks: Levels<"hookBus">;
  readonly state: Levels<"stateIO">;
  readonly artifact: Levels<"commandSurface">;
} = {
  command: {
    axis: "commandSurface",
    levels: {
      "slash-programmatic": "full",
      "slash-file": "full",
      "slash-toml": "degraded",
      palette: "degraded",
      "prose-only": "absent",
    },
  },
  model: { axis: "modelMode", levels: { active: "full", passive: "degraded" } },
  hooks: { axis: "hookBus", levels: { host: "full", engine: "degraded", none: "absent" } },
  state: {
    axis: "stateIO",
    levels: { filesystem: "full", "sandboxed-storage": "degraded", "session-log-append": "degraded" },
  },
  artifact: {
    axis: "commandSurface",
    levels: {
      "slash-programmatic": "full",
      "slash-file": "full",
      "slash-toml": "degraded",
      palette: "absent",
      "prose-only": "degraded",
    },
  },
};

/** The axis from which an interface point is read. */
export function axisOf(point: InterfacePoint): AxisName | "dispatch" {
  return point === "dispatch" ? "dispatch" : LEVELS[point].axis;
}

function dispatchLevel(record: unknown): Level | undefined {
  if (!isRecord(record)) return undefined;
  const depth = ownValue(record, "maxDepth");
  if (ownValue(record, "namedDispatch") !== true || !isDepth(depth) || depth === 0) return "absent";
  const deep = depth === -1 || depth >= 2;
  const nested = ownValue(record, "nested") === true;
  return deep && nested && ownValue(record, "subagentToolkit") === "full" ? "full" : "degraded";
}

function levelAt(point: InterfacePoint, axes: unknown): Level | undefined {
  if (point === "dispatch") return dispatchLevel(ownValue(axes, "dispatch"));
  const { axis, levels }: { axis: AxisName; levels: Readonly<Record<string, Level>> } = LEVELS[point];
  const value = ownValue(axes, axis);
  return typeof value === "string" && Object.hasOwn(levels, value) ? levels[value] : undefined;
}

function isPoint(point: unknown): point is InterfacePoint {
  return typeof point === "string" && Object.hasOwn(FALLBACK, point);
}

/** The rung of `point` under `axes` (declared or effective). Total: anything unusable is `absent` and `unknown`. */
export function degradationFor(point: unknown, axes: unknown): Rung {
  if (!isPoint(point)) return { level: "absent", fallback: "nothing is done: no such interface point", unknown: true };
  const level = levelAt(point, axes);
  if (level === undefined) return { level: "absent", fallback: FALLBACK[point].absent, unknown: true };
  return { level, fallback: FALLBACK[point][level] };
}
