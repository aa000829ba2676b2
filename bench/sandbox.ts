import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const PACKAGE_CLIENTS = ["npm", "npx", "curl", "wget"];
/** Nothing listens here: a measured program that goes to the network fails at once. */
const DEAD_PROXY = "http://127.0.0.1:9";

/** One temporary folder that holds everything a measured program may read or write. */
export class Sandbox {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-bench-")));
  readonly env: Readonly<Record<string, string>>;

  constructor() {
    const home = this.folder("home");
    const stubs = this.folder("bin");
    for (const name of PACKAGE_CLIENTS) {
      writeFileSync(join(stubs, name), "#!/bin/sh\nexit 1\n");
      chmodSync(join(stubs, name), 0o755);
    }
    this.env = {
      PATH: [stubs, process.env.PATH ?? ""].join(delimiter),
      HOME: home,
      GSD_HOME: home,
      TMPDIR: this.folder("tmp"),
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".data"),
      XDG_CACHE_HOME: join(home, ".cache"),
      XDG_STATE_HOME: join(home, ".state"),
      LANG: "C.UTF-8",
      NO_COLOR: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      DO_NOT_TRACK: "1",
      OMO_SEND_ANONYMOUS_TELEMETRY: "0",
      http_proxy: DEAD_PROXY,
      https_proxy: DEAD_PROXY,
      HTTP_PROXY: DEAD_PROXY,
      HTTPS_PROXY: DEAD_PROXY,
    };
  }

  path(...names: string[]): string {
    return join(this.root, ...names);
  }

  folder(...names: string[]): string {
    const path = this.path(...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
