import { writeFileSync } from "node:fs";
import { peakMemory } from "../peak-memory.ts";

/** Preloaded into a measured process: a parent's accounting of its children begins at the parent's own size. */
const file = process.env.BENCH_PEAK_FILE;
if (file) process.on("exit", () => writeFileSync(file, String(peakMemory("self"))));
