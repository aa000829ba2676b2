import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { isJsonObject, type JsonObject } from "../../../engine/index.ts";
import { OverlayHome } from "./overlay-home.ts";

const PERSON = { audience: "person" } as const;

let place: OverlayHome;
beforeEach(() => {
  place = new OverlayHome();
});
afterEach(() => place.close());

function descriptor(runtime: JsonObject): JsonObject {
  return {
    id: "harbour",
    role: "runtime",
    version: "1.0.0",
    title: "Harbour",
    description: "A host.",
    tier: "full",
    requires: [],
    runtimeCompat: { supported: ["*"], unsupported: [] },
    config: {},
    runtime,
  };
}

async function problems(): Promise<readonly string[]> {
  const result = await place.engine().run("capability", "doctor", {}, PERSON);
  const list = result.ok && isJsonObject(result.data) ? result.data.problems : null;
  return Array.isArray(list) ? list.map((one) => String(isJsonObject(one) && one.reason)) : ["no answer"];
}

const FITTING = {
  configHome: { kind: "dot-home", name: ".harbour", probe: ["settings.json"] },
  localConfigDir: ".harbour",
  artifactLayout: { global: [{ kind: "skills", destSubpath: "skills", prefix: "gsd-" }], local: [] },
};

test("a descriptor that stays in the host's configuration folder takes part", async () => {
  place.write("harbour", descriptor(FITTING));
  expect(await problems()).toEqual([]);
  expect(await place.engine().run("capability", "show", { id: "harbour" }, PERSON)).toMatchObject({ ok: true });
});

describe("a descriptor that leads out of it is left out by name", () => {
  test.each([
    ["runtime.localConfigDir", { localConfigDir: "../../evil" }],
    ["runtime.configHome.name", { configHome: { kind: "dot-home", name: "../../etc" } }],
    ["runtime.configHome.parent", { configHome: { kind: "xdg", parent: "../.." } }],
    ["runtime.configHome.probe.1", { configHome: { kind: "xdg", probe: ["fine", "/etc/passwd"] } }],
    ["runtime.artifactLayout.global.0.home", { artifactLayout: { global: [{ home: "/etc" }] } }],
    ["runtime.artifactLayout.local.0.destSubpath", { artifactLayout: { local: [{ destSubpath: "../x" }] } }],
    ["runtime.artifactLayout.global.0.prefix", { artifactLayout: { global: [{ prefix: "../../" }] } }],
    ["runtime.hostBehaviors.nativePlugin.dir", { hostBehaviors: { nativePlugin: { dir: "../.." } } }],
  ])("%s", async (path, change) => {
    place.write("harbour", descriptor({ ...FITTING, ...change }));
    expect(await problems()).toEqual([`${path} leads out of the host's configuration folder`]);
  });
});

test("one that leads out of it is neither valid nor installed", async () => {
  const folder = join(place.folder, "harbour");
  place.file(join(folder, "capability.json"), JSON.stringify(descriptor({ localConfigDir: "../../evil" })));
  const message = expect.stringContaining("runtime.localConfigDir leads out");
  expect(await place.engine().run("capability", "validate", { folder }, PERSON)).toMatchObject({ ok: false, message });
  const installed = await place.engine().run("capability", "install", { spec: folder, yes: true }, PERSON);
  expect(installed).toMatchObject({ ok: false, message });
});
