import { expect, test } from "bun:test";
import { defaultCandidates } from "../../../bindings/child/candidate.ts";

function host(script: string, bun?: string) {
  const versions: NodeJS.ProcessVersions = { ...process.versions };
  if (bun === undefined) Reflect.deleteProperty(versions, "bun");
  else versions.bun = bun;
  return { argv: ["bun", script], env: {}, execPath: "/opt/host", versions };
}

function names(script: string, bun?: string, configured?: string) {
  return defaultCandidates(host(script, bun), configured).map(({ name }) => name);
}

test("a configured runtime comes first, then Node, then Bun", () => {
  expect(names("/srv/pi.js", undefined, "/opt/node/bin/node")).toEqual(["configured", "node", "bun"]);
});

test("the host's own program is a candidate only inside a compiled Bun host", () => {
  expect(names("/$bunfs/root/host", "1.3.14")).toEqual(["node", "bun", "host-binary"]);
  expect(names("B:\\~BUN\\root\\host.exe", "1.3.14")).toEqual(["node", "bun", "host-binary"]);
  expect(names("/srv/host.js", "1.3.14")).toEqual(["node", "bun"]);
  expect(names("/$bunfs/root/host")).toEqual(["node", "bun"]);
});

test("the host's own program is told to be Bun", () => {
  const own = defaultCandidates(host("/$bunfs/root/host", "1.3.14")).at(-1);
  expect(own).toEqual({ name: "host-binary", command: "/opt/host", args: [], env: { BUN_BE_BUN: "1" } });
});
