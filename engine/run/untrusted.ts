import { isSafeId } from "./safe-id.ts";

const DIRECTIVES = [
  "ignoreall",
  "ignoreprevious",
  "ignoreabove",
  "ignorethe",
  "disregard",
  "overrideprevious",
  "overrideall",
  "previousinstructions",
  "priorinstructions",
  "newinstructions",
  "allinstructions",
  "systemprompt",
  "revealthe",
  "revealsystem",
  "forgetprevious",
  "forgeteverything",
  "forgetall",
  "exfiltrate",
  "jailbreak",
];

/** Whether a value that anybody may have written tries to tell a model what to do. */
export function isDirective(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return DIRECTIVES.some((phrase) => letters.includes(phrase));
}

/** An identifier from a file, or null when it is none or says more than a name does. */
export function trustedId(value: unknown): string | null {
  return isSafeId(value) && !isDirective(value) ? value : null;
}
