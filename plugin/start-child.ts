import { homedir } from "node:os";
import { runEngineChild } from "../bindings/child/main.ts";
import {
  createEngine,
  type Json,
  type JsonObject,
  negotiate,
  openCodeDescriptor,
  piDescriptor,
} from "../engine/index.ts";
import { version } from "../package.json";
import { content } from "./content.generated.ts";

/** Runs the engine as this process's only work, for a host that holds the other end of its standard streams. */
export function startChild(): Promise<void> {
  return runEngineChild(
    (options) =>
      createEngine({
        root: text(options.root, process.cwd()),
        home: text(options.home, homedir()),
        host: text(options.host, "unknown"),
        content,
        env: process.env,
      }),
    { version, negotiate: ({ host }) => negotiated(host) },
  );
}

function text(value: Json | undefined, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

function negotiated(host: Json | undefined): JsonObject {
  const runtime = process.versions.bun ? "bun" : "node";
  const descriptor = host === "pi" ? piDescriptor({ runtime }) : openCodeDescriptor({ runtime });
  return negotiate(descriptor) as unknown as JsonObject;
}
