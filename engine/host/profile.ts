import { ownValue } from "./own-record.ts";

export type Profile = "programmatic-cli" | "declarative-cli" | "ide";

/** The kind of host that a set of axes describes; null when its embedding is not known. Never throws. */
export function profileOf(axes: unknown): Profile | null {
  const embedding = ownValue(axes, "embeddingMode");
  if (embedding === "declarative") return "declarative-cli";
  if (embedding !== "imperative") return null;
  return ownValue(axes, "runtime") === "sandboxed-web" ? "ide" : "programmatic-cli";
}
