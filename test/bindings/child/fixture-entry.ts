import { isEngineChild, runEngineChild } from "../../../bindings/child/main.ts";
import { createFixtureEngine } from "./fixture-engine.ts";

if (isEngineChild(process.argv)) {
  await runEngineChild(createFixtureEngine, { version: "1.2.3", negotiate: ({ host }) => ({ host: host ?? "none" }) });
}
