import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { GOLDEN, type GoldenCase, type SetupStep } from "./golden-case.ts";

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ToolPlace {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Whoever answers a command line: we, or the reference. */
export type Tool = (args: readonly string[], place: ToolPlace) => Promise<Ran>;

/** A copy of one case in a temporary folder, set up and ready to be asked. */
export class GoldenProject {
  readonly #root: string;
  readonly #dirs: { readonly project: string; readonly home: string; readonly bundles: string };
  readonly #tool: Tool;
  readonly #place: ToolPlace;

  private constructor(spec: GoldenCase, tool: Tool) {
    this.#tool = tool;
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), "golden-")));
    this.#dirs = {
      project: join(this.#root, "project"),
      home: join(this.#root, "home"),
      bundles: join(this.#root, "bundles"),
    };
    for (const [name, folder] of Object.entries(this.#dirs)) {
      const source = join(GOLDEN, "projects", spec.name, name);
      mkdirSync(folder, { recursive: true });
      if (existsSync(source)) cpSync(source, folder, { recursive: true });
    }
    const { project, home } = this.#dirs;
    const paths = { HOME: home, GSD_HOME: spec.gsdHome === "project" ? project : home, TMPDIR: this.#root, TZ: "UTC" };
    const env = { PATH: process.env.PATH ?? "", ...paths, ...spec.env };
    this.#place = { cwd: join(project, spec.cwd ?? "."), home, env };
  }

  static async open(spec: GoldenCase, tool: Tool): Promise<GoldenProject> {
    const project = new GoldenProject(spec, tool);
    for (const step of spec.setup ?? []) await project.#setUp(step);
    return project;
  }

  run(args: readonly string[]): Promise<Ran> {
    return this.#tool(
      args.map((word) => this.#resolved(word)),
      this.#place,
    );
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #setUp(step: SetupStep): Promise<void> {
    const { text = "" } = step;
    if (step.tool) {
      const ran = await this.run(step.tool);
      if (ran.exit !== (step.exit ?? 0)) throw new Error(`${step.tool.join(" ")}: ${ran.exit} ${ran.stderr}`);
    }
    if (step.append) appendFileSync(this.#resolved(step.append), text);
    if (step.write) {
      mkdirSync(dirname(this.#resolved(step.write)), { recursive: true });
      writeFileSync(this.#resolved(step.write), text);
    }
    if (step.remove) rmSync(this.#resolved(step.remove), { recursive: true, force: true });
    if (step.symlink) symlinkSync(this.#resolved(step.target ?? ""), this.#resolved(step.symlink));
    for (const words of step.git ?? []) this.#git(words);
  }

  #git(words: readonly string[]): void {
    const who = ["user.name=t", "user.email=t@example.invalid", "init.defaultBranch=main", "commit.gpgsign=false"];
    const args = [...who.flatMap((setting) => ["-c", setting]), ...words.map((word) => this.#resolved(word))];
    spawnSync("git", args, { cwd: this.#dirs.project, env: this.#place.env });
  }

  #resolved(text: string): string {
    const { project, home, bundles } = this.#dirs;
    return text.replaceAll("@project", project).replaceAll("@home", home).replaceAll("@bundles", bundles);
  }
}
