const GATE_FILES: Readonly<Record<string, "review" | "verify-done">> = {
  "review.md": "review",
  "verify.md": "verify-done",
};
const OVERALL = /overall\s+status[\s\S]{0,40}?\b(pass|fail)\b/i;

/** The gate that a report in a run's folder speaks about. */
export function gateOfFile(name: string): "review" | "verify-done" | null {
  return Object.hasOwn(GATE_FILES, name) ? (GATE_FILES[name] ?? null) : null;
}

/** What a report says about its gate; null when it says nothing that counts. */
export function outcomeOf(gate: "review" | "verify-done", text: string): "pass" | "fail" | null {
  const word = gate === "verify-done" ? OVERALL.exec(text)?.[1]?.toLowerCase() : undefined;
  if (word === "pass" || word === "fail") return word;
  if (text.includes("✗")) return "fail";
  return text.includes("✓") ? "pass" : null;
}
