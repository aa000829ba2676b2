import { type Finding, fine, warning } from "./finding.ts";
import type { Roads } from "./roads.ts";

/** One road per host is right; with more, one copy works and the others stay out. */
export function checkRoads({ roads, problems }: Roads): readonly Finding[] {
  const findings: Finding[] = problems.map(({ file, message }) =>
    warning("roads", `${file} cannot be read: ${message}.`, "Correct it; the host stumbles over it as well."),
  );
  for (const host of ["opencode", "pi"]) {
    const own = roads.filter((road) => road.host === host);
    const list = own.map(({ what, file }) => `${what} (${file})`).join(", ");
    if (own.length === 1) findings.push(fine("roads", `${host} loads Loopwright by ${list}.`));
    if (own.length > 1) {
      const message = `${host} is set up to load Loopwright by ${own.length} roads: ${list}.`;
      findings.push(warning("roads", message, "Keep one. Only one copy works, and which one is chance."));
    }
  }
  return findings;
}
