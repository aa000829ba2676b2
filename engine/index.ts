import { lateEngine } from "./late-engine.ts";
import type { EngineOptions } from "./options.ts";
import type { EnginePort } from "./port.ts";

export { hasOverlays } from "./capability/roots.ts";
export { type CommandDescription, describeCommands } from "./command/catalog.ts";
export { type Invocation, invocationOf } from "./command/invocation.ts";
export { MODEL_TOOLS, type ModelTool, parametersOf } from "./command/tools.ts";
export { ENGINE_MARK } from "./continuation/mark.ts";
export { EngineError, type ErrorCode } from "./error.ts";
export {
  type CompactionReason,
  type EngineEvent,
  type EventOf,
  type EventType,
  PROBE_SESSION,
  type SessionRef,
} from "./event.ts";
export { sha256 } from "./file/digest.ts";
export * from "./host/index.ts";
export { isJsonObject, type Json, type JsonObject } from "./json.ts";
export { lateEngine } from "./late-engine.ts";
export type { EngineContent } from "./loop/context.ts";
export { POINTS, type Point, STEPS, type Step } from "./loop/points.ts";
export type { EngineOptions } from "./options.ts";
export { findProjectRoot, projectFolder } from "./planning/root.ts";
export type { Caller, CommandResult, EnginePort, EngineStanding, RecordEntry } from "./port.ts";
export type { Reaction, ReactionType, Refusal } from "./reaction.ts";
export { type Retention, readRetention } from "./run/retention.ts";
export { ENGINE_MODES, PLUGIN_OPTIONS } from "./settings/plugin-options.ts";

/** Makes the engine of one project. Nothing is loaded or read before the first event or command. */
export function createEngine(options: EngineOptions): EnginePort {
  return lateEngine(async () => (await import("./project-engine.ts")).createProjectEngine(options));
}
