import { type GoldenCase, readCase } from "../golden/golden-case.ts";
import { GoldenProject, type Tool } from "../golden/golden-project.ts";

/**
 * Installs with one tool and asks the other: what one of them installed and a person agreed to takes part in the other
 * unchanged. Answers what does not.
 */
export async function interchangeProblems(ours: Tool, reference: Tool): Promise<readonly string[]> {
  const { setup: _setup, ...spec } = readCase("o06-project-consented", "recorded");
  const scopes = ["global", "project"] as const;
  const problems: string[] = [];
  for (const scope of scopes) {
    const install = ["capability", "install", "@bundles/repo-gate", "--scope", scope];
    if (!(await takesPart(spec, install, reference, ours)))
      problems.push(`we do not load what the reference installed (${scope})`);
    if (!(await takesPart(spec, install, ours, reference)))
      problems.push(`the reference does not load what we installed (${scope})`);
  }
  return problems;
}

async function takesPart(spec: GoldenCase, install: readonly string[], installer: Tool, asked: Tool): Promise<boolean> {
  let tool = installer;
  const project = await GoldenProject.open(spec, (args, place) => tool(args, place));
  try {
    const installed = await project.run(install);
    tool = asked;
    const ran = await project.run(["loop", "render-hooks", "ship:pre", "--active-cap", "repo-gate"]);
    return installed.exit === 0 && ran.stdout.trim() === "true";
  } finally {
    project.close();
  }
}
