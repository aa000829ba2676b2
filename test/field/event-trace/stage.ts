import { type FieldCase, type Fields, withFolders } from "./case.ts";
import { installCopies } from "./copies.ts";
import { FakeClock } from "./fake-clock.ts";
import { type Copy, HostProcess, type Instance } from "./host-process.ts";
import { type Folders, pluginOptions, writeProjects } from "./project-writer.ts";
import type { ClientRecord } from "./scripted-client.ts";
import { Sessions } from "./sessions.ts";

/** When the sessions of the cases were made. */
const START = 1_770_000_000_000;

/** Where a case is played: its folders, its time, and one process of the host after another. */
export class Stage {
  /** The case with its folders filled in. */
  readonly field: FieldCase;
  readonly folders: Folders;
  readonly projects: readonly string[];
  readonly sessions: Sessions;
  readonly copies: readonly Copy[];
  readonly clock = new FakeClock(START);
  #host: HostProcess | null = null;

  private constructor(written: FieldCase, folders: Folders, copies: readonly Copy[]) {
    const { projects = { $PROJECT: {} } } = written.given;
    this.folders = folders;
    this.copies = copies;
    this.field = withFolders(written, folders.byName);
    this.projects = Object.keys(projects).flatMap((name) => folders.byName.get(name) ?? []);
    this.sessions = new Sessions(this.field, this.projects);
  }

  static async build(written: FieldCase): Promise<Stage> {
    const folders = writeProjects(written);
    return new Stage(written, folders, await installCopies(written.given, folders.base));
  }

  /** Ends the process at work, without a word to it, and starts the next. */
  startProcess(script: Fields, record: ClientRecord): void {
    this.#host = new HostProcess({
      script,
      record,
      clock: this.clock,
      home: this.folders.home,
      pluginOptions: pluginOptions(this.field.given.config ?? {}),
    });
  }

  /** Loads a copy for a folder; without names, the only copy for every project. */
  init(copyName?: string, directory?: string): readonly Instance[] {
    const copy = this.copies.find(({ name }) => copyName === undefined || name === copyName);
    const host = this.#host;
    if (copy === undefined || host === null) throw new Error(`There is no copy ${copyName} to load`);
    return (directory === undefined ? this.projects : [directory]).map((folder) => host.init(copy, folder));
  }

  get instances(): readonly Instance[] {
    return this.#host?.instances ?? [];
  }

  /** The host runs the hooks of every copy in the session's folder. A session that nobody introduced may be anywhere. */
  instancesOf(session: string, directory = this.sessions.directoryOf(session)): readonly Instance[] {
    return directory === undefined ? this.instances : this.instances.filter((one) => one.directory === directory);
  }
}
