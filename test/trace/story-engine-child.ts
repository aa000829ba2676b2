import { runEngineChild } from "../../bindings/child/main.ts";
import { storyEngine } from "./story-engine.ts";

await runEngineChild(({ root, home }) => storyEngine(String(root), String(home)), { version: "0.0.0" });
