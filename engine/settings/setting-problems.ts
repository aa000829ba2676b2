import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { checkFile, type KeyBook } from "./check-file.ts";
import { sharedKeys, sharedSetting } from "./explain-shared.ts";
import type { SettingProblem } from "./explained.ts";
import { judge } from "./judge.ts";
import { meant } from "./nearest.ts";
import { nameOf, ownKeys } from "./own-keys.ts";
import type { SettingsFile } from "./settings-files.ts";
import { wordsFor } from "./shape-words.ts";
import { VARIABLE_PREFIXES, VARIABLES } from "./variables.ts";

/** Whatever in the files and the environment counts for nothing, or not as it is written. */
export function settingProblems(context: ProjectContext, files: readonly SettingsFile[]): readonly SettingProblem[] {
  return [...files.flatMap((file) => problemsOf(file, context)), ...variableProblems(context)].map(said);
}

type Unsaid = Omit<SettingProblem, "sentence">;

function problemsOf(file: SettingsFile, context: ProjectContext): readonly Unsaid[] {
  const { layer, file: where, config, broken } = file;
  const nothing = { where, about: null, takes: null, holds: null, near: [] } as const;
  if (broken !== null) return [{ ...nothing, level: "warning", key: "", message: `says nothing: ${broken}` }];
  const book = layer === "project" ? projectKeys(context) : ownKeys(layer);
  return checkFile(config, book).map(({ key, message, about, near }) => {
    if (about === null) {
      const isOurs = layer === "person" || key.startsWith("loopwright") || near.length > 0;
      return { ...nothing, level: isOurs ? "warning" : "note", key, message, near };
    }
    const name = nameOf(layer, about);
    const takes = book.find(about)?.takes ?? null;
    return {
      level: "warning",
      where,
      key,
      message,
      about: name === null ? about : `loopwright.${name}`,
      takes: takes === null ? null : wordsFor(takes),
      holds: name === null ? heldShared(context, about) : context.setting(name),
      near,
    };
  });
}

function heldShared(context: ProjectContext, key: string): Json {
  return context.settings().get(key) ?? sharedSetting(context, key)?.fallback ?? null;
}

function said(problem: Unsaid): SettingProblem {
  const { level, where, key, message, about, takes, holds, near } = problem;
  if (level === "note") return { ...problem, sentence: `${where}: nothing here reads ${key}.` };
  const kind = takes === null || message.includes(takes) ? "" : `; ${about} takes ${takes}`;
  const instead = about === null ? "" : `; what holds is ${holds === null ? "nothing" : JSON.stringify(holds)}`;
  const meant = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return { ...problem, sentence: `${where}: ${`${key} ${message}`.trim()}${kind}${instead}.${meant}` };
}

/** Our keys in the project's file, those of capabilities, and those of the reference. */
function projectKeys(context: ProjectContext): KeyBook {
  const own = ownKeys("project");
  const { all } = sharedKeys(context);
  return {
    find(key) {
      const ours = own.find(key);
      const setting = ours === null ? sharedSetting(context, key) : null;
      if (setting === null) return ours;
      const { takes } = setting;
      return {
        takes,
        misplaced: null,
        judge: (value) => (takes === null ? { taken: value, misfits: [] } : judge(takes, value)),
      };
    },
    meant(key) {
      const near = own.meant(key);
      if (near !== null) return near;
      const one = meant(key, all);
      return one === null ? [] : [one];
    },
  };
}

function variableProblems({ env }: ProjectContext): readonly Unsaid[] {
  return Object.entries(env).flatMap(([key, text]): Unsaid[] => {
    if (text === undefined || text === "") return [];
    const common = { level: "warning", where: "environment", key, holds: null } as const;
    const variable = Object.hasOwn(VARIABLES, key) ? VARIABLES[key] : undefined;
    if (variable !== undefined) {
      if (variable.fits?.(text) ?? true) return [];
      const { takes, otherwise, secret } = variable;
      const message = `takes ${takes}${secret ? "" : `, not ${JSON.stringify(text)}`}`;
      return [{ ...common, message, about: key, takes, holds: otherwise, near: [] }];
    }
    const near = VARIABLE_PREFIXES.test(key) ? meant(key, Object.keys(VARIABLES)) : null;
    return near === null ? [] : [{ ...common, message: "is no variable", about: null, takes: null, near: [near] }];
  });
}
