import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EnginePort } from "../../../engine/index.ts";
import { integrityOf, LoopbackRegistry, type TarEntry, tarballOf } from "./loopback-registry.ts";
import { feature, OverlayHome } from "./overlay-home.ts";

let place: OverlayHome;
let registry: LoopbackRegistry;
let engine: EnginePort;
beforeEach(() => {
  place = new OverlayHome();
  registry = new LoopbackRegistry();
  engine = place.engine("opencode", [], environment());
});
afterEach(() => {
  registry.stop();
  place.close();
});

function environment(): Record<string, string> {
  const settings = join(place.home, ".npmrc");
  place.file(settings, `//${new URL(registry.url).host}/:_authToken=for-this-registry-only\n`);
  return {
    HOME: place.home,
    npm_config_userconfig: settings,
    npm_config_registry: registry.url,
    npm_config_fetch_retries: "0",
  };
}

function guest(version: string, others: readonly TarEntry[] = []) {
  const manifest = JSON.stringify(feature("guest", { version }));
  return tarballOf({ "package.json": `{"name":"guest","version":"${version}"}`, "capability.json": manifest }, others);
}

async function publish(name: string, ...versions: string[]): Promise<void> {
  const releases = await Promise.all(versions.map(async (version) => ({ version, tarball: await guest(version) })));
  registry.publish(name, releases, { next: versions.at(-1) ?? "", latest: versions.at(-2) ?? versions[0] ?? "" });
}

function publishBytes(tarball: Uint8Array, more: { integrity?: string; tarballUrl?: string } = {}): void {
  registry.publish("guest", [{ version: "1.0.0", tarball, ...more }]);
}

function install(spec: string, args: Record<string, string> = {}) {
  return engine.run("capability", "install", { spec, ...args }, { audience: "person" });
}

/** Everything that lies where capabilities are installed, and in the home beside it. */
function left(): readonly string[] {
  return [...readdirSync(join(place.home, ".gsd", "capabilities")), ...readdirSync(place.home)].filter(
    (name) => name !== ".gsd" && name !== ".npmrc",
  );
}

async function expectRefused(reason: RegExp, args: Record<string, string> = {}): Promise<void> {
  const result = await install("npm:guest", args);
  expect(result.ok ? "installed" : result.message).toMatch(reason);
  expect(result).toMatchObject({ ok: false, reason: "sdk_fail_fast" });
  expect(left()).toEqual([]);
}

describe("a package of the npm registry", () => {
  test("is installed by its plain name, with the integrity of its archive in the ledger", async () => {
    const tarball = await guest("1.0.0");
    publishBytes(tarball);
    expect(await install("npm:guest")).toMatchObject({ ok: true, data: { id: "guest", version: "1.0.0" } });
    expect(existsSync(join(place.capability("guest"), "capability.json"))).toBe(true);
    const ledger = JSON.parse(readFileSync(join(place.home, ".gsd-capabilities.json"), "utf8"));
    expect(ledger.entries.guest).toMatchObject({ source: "npm:guest", integrity: integrityOf(tarball) });
    expect(left()).toEqual(["guest", ".gsd-capabilities.json"]);
  });

  test.each([
    ["npm:guest@^1.0.0", "guest", "1.2.0"],
    ["npm:guest@next", "guest", "2.0.0"],
    ["npm:@tide/guest@~1.0", "@tide/guest", "1.0.0"],
  ])("%s is version %p %p", async (spec, name, version) => {
    await publish(name, "1.0.0", "1.2.0", "2.0.0");
    expect(await install(spec)).toMatchObject({ ok: true, data: { version } });
  });

  test("is never a folder of the project that is called like it", async () => {
    place.file(
      join(place.root, "npm:guest", "capability.json"),
      JSON.stringify(feature("guest", { version: "9.9.9" })),
    );
    await publish("guest", "1.0.0");
    expect(await install("npm:guest")).toMatchObject({ ok: true, data: { version: "1.0.0" } });
  });

  test("is updated from where it came from", async () => {
    await publish("guest", "1.0.0");
    await install("guest");
    await publish("guest", "1.0.0", "1.2.0", "2.0.0");
    const update = await engine.run("capability", "update", { id: "guest" }, { audience: "person" });
    expect(update).toMatchObject({ ok: true, data: { version: "1.2.0" } });
  });

  test("that the registry does not have is refused with the registry's own words", async () => {
    await expectRefused(/npm could not fetch it: .*not found/i);
  });

  test("whose archive is not the one that was announced is refused", async () => {
    publishBytes(await guest("1.0.0"), { integrity: integrityOf(Buffer.from("another archive")) });
    await expectRefused(/integrity/i);
  });

  test("may lie on another host, which gets none of the registry's credentials", async () => {
    const elsewhere = new LoopbackRegistry();
    try {
      await publish("guest", "1.0.0");
      elsewhere.publish("guest", [{ version: "1.0.0", tarball: await guest("1.0.0") }]);
      const path = LoopbackRegistry.tarballPath("guest", "1.0.0");
      registry.redirect(path, `${elsewhere.url.replace("127.0.0.1", "localhost")}${path}`);
      expect(await install("npm:guest")).toMatchObject({ ok: true });
      expect(registry.requests.map(({ authorization }) => authorization)).toContain("Bearer for-this-registry-only");
      expect(elsewhere.requests).toEqual([{ path, authorization: null }]);
    } finally {
      elsewhere.stop();
    }
  });

  test("from another host is refused when its bytes are not the announced ones", async () => {
    const elsewhere = new LoopbackRegistry();
    try {
      await publish("guest", "1.0.0");
      elsewhere.publish("guest", [{ version: "1.0.0", tarball: await guest("6.6.6") }]);
      const path = LoopbackRegistry.tarballPath("guest", "1.0.0");
      registry.redirect(path, `${elsewhere.url}${path}`);
      await expectRefused(/integrity/i);
    } finally {
      elsewhere.stop();
    }
  });

  test("is given up on when the registry does not answer in time", async () => {
    registry.hang();
    await expectRefused(/did not fetch it within 1 s/, { timeout: "1" });
  });

  test("is not asked for where the person's rules allow local sources only", async () => {
    await publish("guest", "1.0.0");
    place.file(join(place.root, ".planning", "config.json"), '{"capabilities":{"strict_known_registries":[]}}');
    await expectRefused(/does not allow npm/);
    expect(registry.requests).toEqual([]);
  });

  test("with a way out of its folder is refused whole", async () => {
    publishBytes(await guest("1.0.0", [{ header: { name: "package/../../evil.txt", size: 1 }, body: "x" }]));
    await expectRefused(/may not be unpacked/);
  });
});
