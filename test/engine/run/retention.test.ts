import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Reaction } from "../../../engine/index.ts";
import { AtWork } from "./at-work.ts";

/** Lets the log grow to where it is rotated; what another program writes cannot be packed to nothing. */
function fill(work: AtWork): void {
  const line = { event: "of_another_tool", noise: randomBytes(5.5 * 1024 * 1024).toString("hex") };
  appendFileSync(join(work.runFolder, "logs", "v1.4-events.jsonl"), `${JSON.stringify(line)}\n`);
}

const warnings = (reactions: readonly Reaction[]) =>
  reactions.flatMap((reaction) => (reaction.type === "notify" && reaction.level === "warning" ? [reaction.text] : []));

async function growTwice(limit: string) {
  const work = new AtWork({ env: { GUILD_LOG_RETENTION: limit } });
  await work.begin();
  await work.prompt("go");
  const told: string[][] = [];
  for (let round = 0; round < 2; round++) {
    fill(work);
    const reactions = [];
    for (let call = 0; call < 3; call++)
      reactions.push(...(await work.call("edit", { filePath: `${round}${call}.ts` })));
    told.push(warnings(reactions));
  }
  return { work, told };
}

test("a person is warned once with each rotation that finds the archive too large, and nothing is deleted", async () => {
  const { work, told } = await growTwice("1MB");
  expect(told).toEqual([
    [expect.stringContaining("more than GUILD_LOG_RETENTION allows")],
    [expect.stringContaining("more than GUILD_LOG_RETENTION allows")],
  ]);
  expect(work.lines("assumption_logged")).toHaveLength(1);
  expect(readdirSync(join(work.runFolder, "logs", "archive"))).toHaveLength(2);
});

test("nobody is warned below the limit", async () => {
  const { told } = await growTwice("1GB");
  expect(told).toEqual([[], []]);
});
