import { beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type ProjectEngine, projectEngine } from "../command/project-engine.ts";
import { temporaryFolder, write } from "../planning/sample.ts";

let temporary: string;
beforeEach(() => {
  temporary = temporaryFolder();
});

function shop(env: Readonly<Record<string, string>> = {}): ProjectEngine {
  return projectEngine(null, {
    env: { TMPDIR: temporary, ...env },
    prepare(root) {
      write(root, ".planning/PROJECT.md", "# Shop\n");
      write(root, ".planning/ROADMAP.md", "# R\n\n### Phase 1: Main\n**Goal**: x\n");
      for (const name of ["billing", "search"])
        write(root, `.planning/workstreams/${name}/ROADMAP.md`, `# R\n\n### Phase 2: ${name}\n**Goal**: y\n`);
    },
  });
}

const SHARED = ".planning/active-workstream";

/** Where the reference keeps what one session chose. */
function chooseFor(engine: ProjectEngine, session: string, name: string): void {
  const project = createHash("sha1").update(join(engine.root, ".planning")).digest("hex").slice(0, 16);
  write(temporary, join("gsd-workstream-sessions", project, session), `${name}\n`);
}

async function phases(engine: ProjectEngine): Promise<unknown> {
  const { phases } = await engine.data("roadmap", "analyze");
  return Array.isArray(phases) ? phases.map((phase) => Object(phase).name) : phases;
}

describe("the workstream that the reference's `workstream set` chose", () => {
  test("is taken from the project's marker, also while the engine runs", async () => {
    const engine = shop();
    expect(await phases(engine)).toEqual(["Main"]);
    write(engine.root, SHARED, "billing\n");
    expect(await phases(engine)).toEqual(["billing"]);
    write(engine.root, SHARED, "search\n");
    expect(await phases(engine)).toEqual(["search"]);
    rmSync(join(engine.root, SHARED));
    expect(await phases(engine)).toEqual(["Main"]);
  });

  test.each([
    [{ GSD_SESSION_KEY: "a b/../c", CLAUDE_SESSION_ID: "x" }, "gsd-session-key-a_b_.._c"],
    [{ OPENCODE_SESSION_ID: "ses_1", TMUX_PANE: "%3" }, "opencode-session-id-ses_1"],
    [{ TMUX_PANE: "%3" }, "tmux-pane-3"],
    [{ SSH_TTY: "/dev/pts/4" }, "tty-pts_4"],
  ])("is that of the session before that of the project: %o", async (env, file) => {
    const engine = shop(env as Record<string, string>);
    write(engine.root, SHARED, "search\n");
    expect(await phases(engine)).toEqual(["search"]);
    chooseFor(engine, file, "billing");
    expect(await phases(engine)).toEqual(["billing"]);
  });

  test("gives way to the environment, which `--ws` sets", async () => {
    const engine = shop({ GSD_WORKSTREAM: "search" });
    write(engine.root, SHARED, "billing\n");
    expect(await phases(engine)).toEqual(["search"]);
  });

  test.each(["ghost", "../workstreams/billing", "billing\nsearch", "-x", ""])(
    "does not count when it names none that is there: %p",
    async (text) => {
      const engine = shop();
      write(engine.root, SHARED, text);
      expect(await phases(engine)).toEqual(["Main"]);
    },
  );

  test("is not for a model's tools to change", async () => {
    const engine = shop();
    const reactions = await engine.toolCall("write", { filePath: SHARED, content: "billing" });
    expect(reactions).toMatchObject([{ type: "deny", rule: "engine-owned" }]);
  });
});
