import { dirname, resolve } from "node:path";
import type { Ground } from "./ground.ts";
import { isSecret, rulesBroken } from "./judge-path.ts";
import type { PathUse } from "./path-use.ts";
import type { RuleId } from "./rule.ts";
import { globFiles } from "./shell/glob-files.ts";
import { DEEP, hasUnknown, isLiteral, literalStart, patternOf } from "./shell/text.ts";

/** Names that stand for all protected ones when only a part of a name is known. */
const SECRET_NAMES = [
  ".env",
  ".env.local",
  ".env.production",
  ".envrc",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".git-credentials",
  "id_rsa",
  "id_ed25519",
  "server.pem",
  "server.key",
  "credentials.json",
  "credentials",
  "secrets.yml",
  ".ssh",
  ".aws",
];
/** Names that a pattern not aimed at secrets matches as well. */
const ORDINARY_NAMES = [
  "index.ts",
  "main.py",
  "package.json",
  "README.md",
  "config.yml",
  "data.yaml",
  "Makefile",
  "src",
  "file",
  "a.b.c",
  ".gitignore",
  ".eslintrc",
  ".editorconfig",
  ".github",
  ".prettierrc",
  ".dockerignore",
  ".a",
  "compose.toml",
];
const PLANNING_FILES = [
  ".planning",
  ".planning/STATE.md",
  ".planning/state.json",
  ".planning/WAITING.json",
  ".planning/runs",
  ".planning/runs/r/log.jsonl",
  ".planning/routing/r.json",
  ".planning/ROADMAP.md",
  ".planning/REQUIREMENTS.md",
  ".planning/PROJECT.md",
  ".planning/MILESTONES.md",
  ".planning/milestones/v1.md",
  ".planning/phases/01-a",
  ".planning/phases/01-a/01-01-PLAN.md",
  ".planning/phases/01-a/01-VERIFICATION.md",
];

/** Whether a name of which parts are open is aimed at a protected one, rather than at everything. */
function isAimedAt(name: string, protectedNames: readonly string[], others: readonly string[]): boolean {
  const pattern = patternOf(name);
  return protectedNames.some((one) => pattern.test(one)) && !others.some((one) => pattern.test(one));
}

/** The rules broken by a use of a path that is not known to the end, used from any of these folders. */
export function openPathBreaks(use: PathUse, folders: readonly string[], ground: Ground): readonly RuleId[] {
  const { path } = use;
  const broken: RuleId[] = [];
  const { places } = ground;
  for (const folder of folders) {
    if (!hasUnknown(path)) {
      for (const file of globFiles(places.expanded(path), folder)) {
        broken.push(...rulesBroken({ ...use, path: file }, places.locate(file), ground));
      }
    }
    const whole = resolve(folder, places.expanded(path));
    broken.push(...planningBreaks(use, places.within(places.root, whole), ground));
    if (use.use === "write" || use.use === "delete") broken.push(...outsideBreaks(use, whole, path, ground));
  }
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!isLiteral(name) && isAimedAt(name, SECRET_NAMES, ORDINARY_NAMES)) broken.push("secret");
  if (isLiteral(name) && isSecret({ named: name, real: name, inside: name }, ground)) broken.push("secret");
  return broken;
}

/** Deep in the plan, an open place counts as the worst it could stand for; so does one that stands for all there is. */
function planningBreaks(use: PathUse, inside: string | null, ground: Ground): readonly RuleId[] {
  if (inside === null || use.use === "read") return [];
  if (!inside.includes(DEEP) && !/^\.(?:planning|guild)\//.test(literalStart(inside))) return [];
  const pattern = patternOf(inside);
  return PLANNING_FILES.filter((file) => pattern.test(file)).flatMap((file) =>
    rulesBroken({ ...use, path: file }, ground.places.locate(file), ground),
  );
}

/** What lies surely below a folder outside of the project, whatever its name. */
function outsideBreaks(use: PathUse, whole: string, path: string, ground: Ground): readonly RuleId[] {
  if (literalStart(path) === "") return [];
  const start = literalStart(whole);
  const folder = start.endsWith("/") ? start : dirname(start);
  const where = ground.places.locate(`${folder}/_`);
  return where.inside === null ? rulesBroken({ path: use.path, use: use.use }, where, ground) : [];
}
