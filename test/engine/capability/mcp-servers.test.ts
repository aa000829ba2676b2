import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type EnginePort, isJsonObject, type JsonObject } from "../../../engine/index.ts";
import { feature, OverlayHome } from "./overlay-home.ts";

const PERSON = { audience: "person" } as const;

let place: OverlayHome;
let engine: EnginePort;
beforeEach(() => {
  place = new OverlayHome();
  engine = place.engine();
});
afterEach(() => place.close());

function guest(mcpServers: JsonObject, extra: JsonObject = {}, id = "guest"): void {
  place.write(id, feature(id, { mcpServers, ...extra }));
}

async function answer(subcommand: string): Promise<JsonObject> {
  const result = await engine.run("capability", subcommand, {}, PERSON);
  return result.ok && isJsonObject(result.data) ? result.data : {};
}

async function names(): Promise<readonly unknown[]> {
  const { offered } = await answer("servers");
  return Array.isArray(offered) ? offered.map((server) => isJsonObject(server) && server.name) : [];
}

async function refusals(): Promise<readonly unknown[]> {
  const { refused } = await answer("servers");
  return Array.isArray(refused) ? refused.map((one) => isJsonObject(one) && `${one.name}: ${one.reason}`) : [];
}

describe("the MCP server of a capability", () => {
  test("is offered as it is declared; a file of the capability is named in full", async () => {
    place.file(join(place.capability("guest"), "server.mjs"), "");
    guest({ tide: { command: "node", args: ["./server.mjs", "./elsewhere", "--deep"], env: { DEPTH: "3" } } });
    expect(await answer("servers")).toEqual({
      offered: [
        {
          name: "tide",
          capability: "guest",
          command: ["node", join(place.capability("guest"), "server.mjs"), "./elsewhere", "--deep"],
          environment: { DEPTH: "3" },
        },
      ],
      refused: [],
    });
  });

  test("is shown by list, doctor and before the installation, with its command line", async () => {
    guest({ tide: { command: "tide-server", args: ["--stdio"] } });
    const list = await engine.run("capability", "list", {}, PERSON);
    expect(list.ok && list.text).toContain("guest: active, guest\n  MCP server tide");
    const doctor = await engine.run("capability", "doctor", {}, PERSON);
    expect(doctor.ok && doctor.text).toContain("guest offers MCP server tide: tide-server --stdio");
    const spec = place.capability("guest");
    const install = await engine.run("capability", "install", { spec, scope: "project" }, PERSON);
    expect(!install.ok && install.message).toContain("mcp: MCP server tide: tide-server --stdio");
  });

  test("is not offered while nobody agreed to the capability", async () => {
    place.write("guest", feature("guest", { mcpServers: { tide: { command: "node" } } }), "project");
    expect(await answer("servers")).toEqual({ offered: [], refused: [] });
  });

  test("is not offered while the capability is switched off, off by its own setting, or made for another host", async () => {
    guest({ tide: { command: "node" } });
    guest({ moon: { command: "node" } }, { runtimeCompat: { supported: ["codex"], unsupported: [] } }, "other");
    const config = { "sample.on": { type: "boolean", default: false, description: "Whether it is on." } };
    guest({ wind: { command: "node" } }, { config, activationKey: "sample.on" }, "quiet");
    expect(await names()).toEqual(["tide"]);
    await engine.run("capability", "disable", { id: "guest" }, PERSON);
    expect(await names()).toEqual([]);
    expect(await refusals()).toEqual([
      "tide: it is switched off for this project",
      "moon: it works under codex, not under opencode",
      "wind: sample.on is off",
    ]);
  });

  test.each([
    ["NODE_OPTIONS", { command: "node", env: { NODE_OPTIONS: "--import ./x.mjs" } }, /NODE_OPTIONS/],
    ["a loader variable in small letters", { command: "node", env: { ld_preload: "x.so" } }, /ld_preload/],
    ["a value that a host would run", { command: "node", env: { TOKEN: "!cat secrets" } }, /TOKEN/],
    ["a remote address", { url: "https://example.com/mcp" }, /remote/],
    ["a working folder", { command: "node", cwd: "/" }, /working folder/],
    ["no command", { args: ["x"] }, /command/],
    ["words that are none", { command: "node", args: [3], env: { A: 1 } }, /args\.0.*env\.A/],
  ])("with %s is refused, and says why", async (_what, declared, reason) => {
    guest({ tide: declared as JsonObject });
    expect(await names()).toEqual([]);
    expect(String(await refusals())).toMatch(reason);
  });

  test("may not take a name that stands for our own tools, nor that of another capability's", async () => {
    guest({ gsd: { command: "node" }, "a b": { command: "node" }, tide: { command: "one" } });
    guest({ tide: { command: "two" } }, {}, "later");
    expect(await names()).toEqual(["tide"]);
    expect(await refusals()).toEqual([
      expect.stringContaining("gsd: its name"),
      expect.stringContaining("a b: its name"),
      "tide: guest has a server of this name",
    ]);
  });
});
