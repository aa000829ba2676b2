import { isJsonObject, type Json, type JsonObject } from "../../../engine/index.ts";
import type { CliIo } from "../cli-io.ts";
import { type Finding, failure, fine, warning } from "./finding.ts";

/** Keys of settings files, and variables, that count for nothing or not as they are written. */
export async function checkSettings(root: string, io: CliIo): Promise<readonly Finding[]> {
  const engine = io.engineFor(root);
  try {
    const result = await engine.run("config", "explain", {}, { audience: "person" });
    if (!result.ok) return [failure("settings", result.message, result.remedy)];
    if (!isJsonObject(result.data)) return [];
    const problems = listOf(result.data.problems);
    const isNote = ({ level }: JsonObject) => level === "note";
    const unread = problems.filter(isNote).map(({ where, key }) => `${key} (${where})`);
    return [
      ...problems.filter((problem) => !isNote(problem)).map(findingOf),
      ...(unread.length > 0 ? [fine("settings", `Nothing here reads ${unread.join(", ")}.`)] : []),
    ];
  } finally {
    await engine.close();
  }
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function findingOf({ sentence, about }: JsonObject): Finding {
  const remedy = about === null ? "Correct it, or take it out." : `\`config explain ${about}\` says more.`;
  return warning("settings", String(sentence), remedy);
}
