import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { bundle } from "./bundle.ts";
import { type Lifeline, openLifeline } from "./lifeline.ts";
import { temporaryFolder } from "./temporary-folder.ts";

setDefaultTimeout(30_000);

// Only a Bun that is not itself a compiled program can compile one.
const BUN = join(import.meta.dirname, "../../../node_modules/.bin/bun");

const folder = temporaryFolder();
let entry: string;
let parent: string;
let lifeline: Lifeline;

beforeAll(async () => {
  entry = await bundle("fixture-entry.ts", folder.path);
  parent = await bundle("fixture-parent.ts", folder.path);
  lifeline = await openLifeline();
});
afterAll(() => {
  lifeline.close();
  folder.remove();
});

const startHost = (command: readonly string[], stay: "stay" | "go", env: Record<string, string | undefined>) =>
  Bun.spawn([...command, entry, folder.path, stay, String(lifeline.port)], { stdin: "pipe", stdout: "pipe", env });

describe.each([
  ["bun", process.execPath],
  ["node", "node"],
])("a host on %s", (_name, runtime) => {
  test("is not kept alive by its engine's child, which ends with it", async () => {
    const host = startHost([runtime, parent], "go", process.env);
    const child = await lifeline.next();
    expect(await new Response(host.stdout).text()).toContain('"text":"hello"');
    expect(await host.exited).toBe(0);
    await child.gone;
  });

  test("leaves no orphan when it is killed", async () => {
    const host = startHost([runtime, parent], "stay", process.env);
    const child = await lifeline.next();
    host.kill("SIGKILL");
    await host.exited;
    await child.gone;
  });
});

test("a compiled Bun host without any interpreter on PATH runs the engine with its own program", async () => {
  const program = join(folder.path, "host");
  const source = join(import.meta.dirname, "fixture-parent.ts");
  const built = Bun.spawn([BUN, "build", "--compile", source, "--outfile", program], { stdout: "ignore" });
  expect(await built.exited).toBe(0);
  const host = startHost([program], "go", { PATH: folder.path });
  const answer = JSON.parse(await new Response(host.stdout).text());
  expect(answer).toEqual({ reactions: [{ type: "context", text: "hello" }], candidate: "host-binary" });
  await (await lifeline.next()).gone;
});
