import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createGuard, type Guard } from "../../../engine/guard/guard.ts";

const LONG = "A line of the plan that says something.\n".repeat(30);

const FILES: Readonly<Record<string, string>> = {
  ".env": "TOKEN=not-a-real-one\n",
  ".env.example": "TOKEN=\n",
  ".gitignore": ".env\n",
  ".npmrc": "",
  ".git/config": "[core]\n",
  ".git/HEAD": "ref: refs/heads/main\n",
  ".planning/STATE.md": LONG,
  ".planning/state.json": "{}",
  ".planning/ROADMAP.md": LONG,
  ".planning/REQUIREMENTS.md": LONG,
  ".planning/PROJECT.md": LONG,
  ".planning/config.json": "{}\n",
  ".planning/notes.md": LONG,
  ".planning/runs/r1/logs/v1.4-events.jsonl": "{}\n",
  ".planning/milestones/v1.md": LONG,
  ".planning/phases/01-first/01-01-PLAN.md": LONG,
  ".planning/phases/01-first/01-VERIFICATION.md": LONG,
  "src/index.ts": "export const one = 1;\n",
  "src/util/text.ts": "export const two = 2;\n",
  "test/index.test.ts": "",
  "certs/server.key": "",
  "package.json": "{}\n",
  "README.md": LONG,
  "docs/guide.md": LONG,
};

export interface GuardedProject {
  readonly root: string;
  readonly home: string;
  readonly temporary: string;
  readonly guard: Guard;
  write(path: string, text: string): void;
  /** A guard that has seen nothing yet, with these settings of the project and of the person. */
  withSettings(settings: { readonly project?: unknown; readonly person?: unknown }): Guard;
  /** The rule that a shell command breaks, with its posture, or `allow`. */
  shell(command: string): string;
}

/** A project with a home and a temporary folder beside it. */
export function guardedProject(): GuardedProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-")));
  const [root, home, temporary] = ["project", "home", "scratch"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [root, home, temporary]) mkdirSync(path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  mkdirSync(join(home, ".gsd"));
  const make = () =>
    createGuard({
      root,
      home,
      decisions: home,
      env: { USER: "me", TMPDIR: temporary },
      writableRoots: [],
      isGuardingKey: (key) => /^(?:loopwright|workflow\.verifier$)/.test(key),
      temporary: [temporary],
      now: Date.now,
    });
  const guard = make();
  return {
    root,
    home,
    temporary,
    guard,
    write,
    withSettings({ project, person }) {
      if (project !== undefined) write(".planning/config.json", JSON.stringify({ loopwright: { guard: project } }));
      if (person !== undefined) writeFileSync(join(home, ".gsd", "loopwright.json"), JSON.stringify({ guard: person }));
      return make();
    },
    shell(command) {
      const verdict = guard.judge("bash", {
        command: command.replaceAll("TMP/", `${temporary}/`).replaceAll("ROOT/", `${root}/`),
      });
      return verdict === null ? "allow" : `${verdict.posture} ${verdict.rule}`;
    },
  };
}
