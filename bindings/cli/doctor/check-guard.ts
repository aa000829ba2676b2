import { isJsonObject, type Json } from "../../../engine/index.ts";
import type { CliIo } from "../cli-io.ts";
import { type Finding, failure, fine } from "./finding.ts";

/** How the guard's rules hold here, and what each layer of settings makes of them. */
export async function checkGuard(root: string, io: CliIo): Promise<readonly Finding[]> {
  const engine = io.engineFor(root);
  try {
    const result = await engine.run("guard", "list", {}, { audience: "person" });
    if (!result.ok) return [failure("guard", result.message, result.remedy)];
    if (!isJsonObject(result.data)) return [];
    const { rules, layers } = result.data;
    return [fine("guard", summary(list(rules))), ...layerFindings(layers)];
  } finally {
    await engine.close();
  }
}

function list(value: Json | undefined) {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function summary(rules: ReturnType<typeof list>): string {
  const count = (posture: string) => rules.filter((rule) => rule.posture === posture).length;
  const off = rules.filter((rule) => rule.posture === "off").map((rule) => rule.id);
  const words = `${count("deny")} rules deny, ${count("ask")} ask, ${count("advise")} advise`;
  return `${words}${off.length > 0 ? `; turned off: ${off.join(", ")}` : ""}.`;
}

function layerFindings(layers: Json | undefined): readonly Finding[] {
  if (!isJsonObject(layers)) return [];
  return Object.entries(layers).flatMap(([layer, settings]) =>
    isJsonObject(settings) && Object.keys(settings).length > 0
      ? [fine("guard", `${whose(layer)} guard settings: ${JSON.stringify(settings)}`)]
      : [],
  );
}

function whose(layer: Json | undefined): string {
  return layer === "person" ? "Your own" : "The project's";
}
