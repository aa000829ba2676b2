import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { startPi } from "./start-pi.ts";

/** The pi extension. A factory that fails ends the host, so it only subscribes; the rest waits for the first event. */
export default function loopwright(pi: ExtensionAPI): void {
  startPi(pi, import.meta.url);
}

if (process.argv[2] === "--engine-child") {
  const { startChild } = await import("./start-child.ts");
  await startChild();
}
