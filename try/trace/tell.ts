import type { EnginePort } from "../../engine/index.ts";
import type { Said, Told } from "./told.ts";

/** Tells an engine what another one was told. */
export function tell(engine: EnginePort, told: Told): Promise<Said> {
  if ("event" in told) return engine.handle(told.event);
  const { family, subcommand, args, caller } = told.command;
  return engine.run(family, subcommand, args, caller);
}
