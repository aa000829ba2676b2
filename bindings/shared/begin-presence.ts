import { type EnginePort, negotiate, receiptsOf } from "../../engine/index.ts";
import type { Presence } from "./presence.ts";

export type PresenceFacts = Pick<Presence, "host" | "version" | "entry" | "road" | "root" | "startedAt">;

/** What a copy of the plugin says about itself before anything has fired. */
export function beginPresence(
  facts: PresenceFacts,
  engine: EnginePort,
  descriptor: object,
  hooks: Presence["hooks"] = [],
): Presence {
  let receipts: Presence["receipts"] | undefined;
  return {
    ...facts,
    runtime: process.versions.bun ? `bun ${process.versions.bun}` : `node ${process.versions.node}`,
    get engine() {
      return engine.standing().engine;
    },
    get because() {
      return engine.standing().because;
    },
    pid: process.pid,
    hooks,
    events: {},
    canary: null,
    // Wanted where the presence is written, which is after the host has started.
    get receipts() {
      receipts ??= receiptsOf(negotiate(descriptor)).map(({ point, level, fallback }) => ({ point, level, fallback }));
      return receipts;
    },
    conflicts: [],
  };
}
