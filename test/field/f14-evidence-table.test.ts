import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { judgeEvidence, verdictWords } from "../../engine/loop/evidence/judge.ts";
import { projectEngine } from "../engine/command/project-engine.ts";
import { fieldCase, write } from "../engine/planning/sample.ts";

interface Step {
  readonly label: string;
  readonly evidence?: {
    readonly commands: readonly { readonly run: string; readonly exit: number; readonly stdout: string }[];
    readonly files: readonly string[];
    readonly commits: readonly string[];
    readonly human_items: number;
  };
  readonly write_status?: string;
}

const {
  given,
  steps,
  expect: wanted,
} = fieldCase("F14-evidence-table") as {
  readonly given: { readonly project: Record<string, string>; readonly git: { readonly commits: readonly string[] } };
  readonly steps: readonly Step[];
  readonly expect: Readonly<Record<string, string>>;
};

const prepare = (root: string) => {
  for (const [path, text] of Object.entries(given.project)) write(root, path, text);
};

describe("F14: what counts as a passed verification", () => {
  for (const { label, evidence, write_status } of steps) {
    test(`${label}: ${wanted[label]}`, async () => {
      const engine = projectEngine("s05-executed-unverified", { prepare });
      if (evidence !== undefined) {
        const verdict = judgeEvidence({
          checks: evidence.commands.map(({ run, exit, stdout }) => ({ command: run, exitCode: exit, output: stdout })),
          files: evidence.files.map((path) => ({ path, exists: existsSync(join(engine.root, path)) })),
          commits: evidence.commits.map((id) => ({ id, known: given.git.commits.includes(id) })),
          humanItems: evidence.human_items,
        });
        expect(verdictWords(verdict)).toBe(wanted[label] ?? "");
        return;
      }
      const content = `---\nstatus: ${write_status}\n---\n`;
      const filePath = ".planning/phases/01-alpha/01-VERIFICATION.md";
      const [reaction] = await engine.toolCall("write", { filePath, content });
      expect(reaction).toMatchObject({ type: "deny", rule: "engine-owned" });
      expect(reaction?.type === "deny" ? reaction.remedy : "").toContain("passed, gaps_found, human_needed");
    });
  }
});
