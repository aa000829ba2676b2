/** How a learning names the phase, in normal form, that it comes from. */
export function phaseTag(phase: string): string {
  return `phase-${phase}`;
}
