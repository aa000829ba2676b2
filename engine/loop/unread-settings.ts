import type { ProjectContext } from "./context.ts";
import { type Outcome, refuse } from "./outcome.ts";

/** Where the settings cannot be read nobody knows which gates hold, so no point is worked at. Null when they can. */
export function unreadSettings(context: ProjectContext): Outcome | null {
  const { degraded } = context.settings();
  if (degraded !== "config_unparseable" && degraded !== "config_unreadable") return null;
  const { diagnostics, folder } = context.snapshot();
  const found = diagnostics.find(({ level, path }) => level === "error" && path?.endsWith("/config.json"));
  const what = found?.message.replace(/\.$/, "") ?? `The settings in ${folder}/config.json cannot be read`;
  return refuse(
    "settings_unread",
    `${what}; so it is not known which gates hold`,
    "Ask the person to correct config.json; nothing goes on before.",
  );
}
