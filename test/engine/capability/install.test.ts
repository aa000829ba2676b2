import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { type EnginePort, isJsonObject, type JsonObject } from "../../../engine/index.ts";
import { tarballOf } from "./loopback-registry.ts";
import { advice, feature, gate, OverlayHome } from "./overlay-home.ts";

const PERSON = { audience: "person" } as const;

let place: OverlayHome;
let engine: EnginePort;
let bundle: string;
beforeEach(() => {
  place = new OverlayHome();
  engine = place.engine();
  bundle = join(place.folder, "bundle");
});
afterEach(() => place.close());

const quiet = feature("guest", { contributions: [advice("plan:pre", "planner", "hello")] });
const armed = feature("guest", {
  gates: [gate("ship:pre", { predicate: { kind: "command-exit-zero", command: "make" } })],
});

function source(manifest: JsonObject): void {
  place.file(join(bundle, "capability.json"), JSON.stringify(manifest));
}

function install(args: JsonObject, terminal = false) {
  return engine.run("capability", "install", { spec: bundle, ...args }, { ...PERSON, terminal });
}

async function statusOf(id: string) {
  const result = await engine.run("capability", "list", {}, PERSON);
  const list = result.ok && Array.isArray(result.data) ? result.data : [];
  return list.filter(isJsonObject).find((item) => item.id === id)?.status;
}

describe("install", () => {
  test("copies from a folder; the capability takes part at once", async () => {
    source(quiet);
    expect(await install({})).toMatchObject({ ok: true, data: { status: "installed", id: "guest", scope: "global" } });
    expect(await statusOf("guest")).toBe("active");
    const ledger = JSON.parse(readFileSync(join(place.home, ".gsd-capabilities.json"), "utf8"));
    expect(ledger).toMatchObject({
      version: "1",
      entries: { guest: { source: bundle, files: [".gsd/capabilities/guest"] } },
    });
    expect(ledger.entries.guest._pending).toBeUndefined();
  });

  test("copies from a tar archive, without its first folder", async () => {
    const body = JSON.stringify(quiet);
    const archive = await packTar([{ header: { name: "package/capability.json", size: body.length }, body }]);
    const path = join(place.folder, "guest.tgz");
    writeFileSync(path, gzipSync(archive));
    expect(await install({ spec: path })).toMatchObject({ ok: true, data: { status: "installed" } });
  });

  test("refuses a bundle with a link", async () => {
    source(quiet);
    symlinkSync("/etc/hostname", join(bundle, "link"));
    expect(await install({})).toMatchObject({ ok: false, reason: "sdk_fail_fast" });
  });

  test("shows what could run and installs nothing before a person agreed", async () => {
    source(armed);
    const result = await install({});
    expect(result).toMatchObject({ ok: false, reason: "consent_needed", data: { requiresConsent: true } });
    expect(result.ok ? [] : (result.data as JsonObject).disclosure).toEqual(["gate: `make` at ship:pre"]);
    expect(existsSync(place.capability("guest"))).toBe(false);
  });

  test("does not take --yes for a project where nobody can read it, unless the person's home allows it", async () => {
    source(armed);
    expect(await install({ scope: "project", yes: true })).toMatchObject({ ok: false, reason: "not_allowed" });
    place.file(join(place.home, ".gsd/loopwright.json"), '{"install":{"yes_without_terminal":true}}');
    expect(await install({ scope: "project", yes: true })).toMatchObject({ ok: true });
    expect(await statusOf("guest")).toBe("active");
  });

  test("takes --yes for a project where there is nothing to agree to", async () => {
    source(quiet);
    expect(await install({ scope: "project", yes: true })).toMatchObject({ ok: true });
  });

  test("is refused to a model", async () => {
    source(quiet);
    const result = await engine.run("capability", "install", { spec: bundle }, { audience: "model" });
    expect(result).toMatchObject({ ok: false, reason: "not_allowed" });
  });

  test("leaves a damaged ledger alone", async () => {
    source(quiet);
    place.file(join(place.home, ".gsd-capabilities.json"), "{");
    expect(await install({})).toMatchObject({ ok: false, reason: "sdk_fail_fast" });
    const removal = await engine.run("capability", "remove", { id: "guest" }, { audience: "person" });
    expect(removal).toMatchObject({ ok: false, kind: "HandlerRefusal", reason: "sdk_fail_fast" });
    expect(readFileSync(join(place.home, ".gsd-capabilities.json"), "utf8")).toBe("{");
  });
});

describe("an archive", () => {
  async function expectRefused(archive: Uint8Array, reason: RegExp): Promise<void> {
    const path = join(place.folder, "guest.tgz");
    writeFileSync(path, archive);
    const result = await install({ spec: path });
    expect(result).toMatchObject({ ok: false, reason: "sdk_fail_fast" });
    expect(result.ok ? "installed" : result.message).toMatch(reason);
    expect(readdirSync(join(place.home, ".gsd", "capabilities"))).toEqual([]);
    expect(existsSync(join(place.home, ".gsd-capabilities.json"))).toBe(false);
  }
  const file = { size: 1, type: "file" } as const;

  test.each([
    ["a path out of the folder", { header: { ...file, name: "package/../../evil.txt" }, body: "x" }],
    ["an absolute path", { header: { ...file, name: "/evil.txt" }, body: "x" }],
    ["a symbolic link", { header: { name: "package/link", size: 0, type: "symlink", linkname: "/etc/hostname" } }],
    ["a hard link", { header: { name: "package/link", size: 0, type: "link", linkname: "/etc/hostname" } }],
    ["a pipe", { header: { name: "package/pipe", size: 0, type: "fifo" } }],
    ["one file twice", { header: { ...file, name: "package/capability.json" }, body: "x" }],
    ["a file below a file", { header: { ...file, name: "package/capability.json/x" }, body: "x" }],
  ] as const)("with %s is refused whole", async (_what, entry) => {
    const archive = await tarballOf({ "capability.json": JSON.stringify(quiet) }, [entry]);
    await expectRefused(archive, /may not be unpacked|is a link or a special file|twice, or below a file/);
    expect(existsSync(join(place.folder, "evil.txt"))).toBe(false);
  });

  test("of more than 32 MiB is refused unread", async () => {
    await expectRefused(new Uint8Array(33 * 1024 * 1024), /larger than 32 MiB/);
  });

  test("that is small and unpacks to very much is refused", async () => {
    const zeros = new Uint8Array(80 * 1024 * 1024);
    const bomb = gzipSync(await packTar([{ header: { name: "package/zeros", size: zeros.length }, body: zeros }]));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expectRefused(bomb, /unpacks to more than 64 MiB/);
  });

  test("that is torn, or none, is refused", async () => {
    const whole = await tarballOf({ "capability.json": JSON.stringify(quiet) });
    await expectRefused(whole.subarray(0, whole.length - 20), /is damaged/);
    await expectRefused(Buffer.from("not an archive at all"), /damaged|capability\.json/);
  });
});

describe("after that", () => {
  test("an edit takes the consent away, and only until it is taken back", async () => {
    source(quiet);
    await install({ scope: "project" });
    const notes = join(place.capability("guest", "project"), "notes.md");
    place.file(notes, "changed");
    expect(await statusOf("guest")).toBe("inactive");
    await engine.run("capability", "update", { id: "guest", scope: "project" }, PERSON);
    expect(existsSync(notes)).toBe(false);
    expect(await statusOf("guest")).toBe("active");
  });

  test("an update that could run something new asks again", async () => {
    source(quiet);
    await install({});
    source(armed);
    const result = await engine.run("capability", "update", { id: "guest" }, PERSON);
    expect(result).toMatchObject({ ok: false, reason: "consent_needed" });
  });

  test("trust can be revoked, and a capability removed", async () => {
    source(quiet);
    await install({ scope: "project" });
    await engine.run("capability", "trust", { action: "revoke", id: "guest" }, PERSON);
    expect(await statusOf("guest")).toBe("inactive");
    expect(await engine.run("capability", "remove", { id: "guest" }, PERSON)).toMatchObject({ ok: true });
    expect(await statusOf("guest")).toBeUndefined();
    expect(existsSync(place.capability("guest", "project"))).toBe(false);
  });

  test("a capability is switched off and on without touching it", async () => {
    source(quiet);
    await install({});
    const hooks = async () => {
      const result = await engine.run("loop", "render-hooks", { point: "plan:pre" }, PERSON);
      return result.ok && isJsonObject(result.data) ? result.data.activeHooks : null;
    };
    await engine.run("capability", "disable", { id: "guest" }, PERSON);
    expect(await hooks()).toEqual([]);
    await engine.run("capability", "enable", { id: "guest" }, PERSON);
    expect(await hooks()).toHaveLength(1);
  });
});
