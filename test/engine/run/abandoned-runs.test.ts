import { describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AtWork, type AtWorkOptions } from "./at-work.ts";

const MINUTE = 60_000;

/** A project whose run was forgotten: it is open, and nothing points at it. The clock is the real one from here on. */
async function forgotten(options: AtWorkOptions = {}) {
  const work = new AtWork(options);
  const id = await work.begin();
  rmSync(join(work.runsFolder, "current-run-id"));
  const folder = join(work.runsFolder, id);
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const later = async (minutes: number) => {
    work.now = Date.now() + minutes * MINUTE;
    return work.begin();
  };
  return { work, id, folder, read, later };
}

describe("an open run of which nothing was heard", () => {
  test("for an hour is closed with its record when the next one begins", async () => {
    const { work, id, read, later } = await forgotten();
    const next = await later(61);
    expect(next).not.toBe(id);
    expect(read("run.yaml")).toContain("status: closed");
    const provenance = JSON.parse(read("provenance.json"));
    const marker = read("logs/v1.4-events.jsonl")
      .split("\n")
      .find((line) => line.includes("run_closed"));
    expect(JSON.parse(marker ?? "{}")).toMatchObject({
      run_id: id,
      event_id: provenance.terminal_trace_event.event_id,
    });
    const shown = await work.engine.run("run", "show", {}, { audience: "person" });
    expect(shown).toMatchObject({ ok: true, data: { run_id: next } });
  });

  test("for less is left open", async () => {
    const { read, later } = await forgotten();
    await later(59);
    expect(read("run.yaml")).toContain('status: "open"');
  });

  test("is given three times as long as the project gives its workers", async () => {
    const config = { loopwright: { heartbeat_timeout_ms: MINUTE } };
    const soon = await forgotten({ config });
    await soon.later(2);
    expect(soon.read("run.yaml")).toContain('status: "open"');
    const late = await forgotten({ config });
    await late.later(4);
    expect(late.read("run.yaml")).toContain("status: closed");
  });

  test("is left alone when it was begun on another machine, or by a program that proves nothing", async () => {
    const there = await forgotten();
    const work = new AtWork();
    mkdirSync(work.runsFolder, { recursive: true });
    cpSync(there.folder, join(work.runsFolder, there.id), { recursive: true });
    mkdirSync(join(work.runsFolder, "run-old"));
    writeFileSync(join(work.runsFolder, "run-old", "run.yaml"), "run_id: run-old\nstatus: open\n");
    work.now = Date.now() + 600 * MINUTE;
    await work.begin();
    expect(readFileSync(join(work.runsFolder, there.id, "run.yaml"), "utf8")).toContain('status: "open"');
    expect(readdirSync(join(work.runsFolder, "run-old"))).toEqual(["run.yaml"]);
  });

  test("is gone on with when it is the one that the project works at", async () => {
    const work = new AtWork();
    const id = await work.begin();
    work.now = Date.now() + 600 * MINUTE;
    expect(await work.begin()).toBe(id);
    expect(existsSync(join(work.runFolder, "provenance.json"))).toBe(false);
  });

  test("does not keep the next one from beginning when it cannot be closed", async () => {
    const { folder, later } = await forgotten();
    rmSync(join(folder, "logs"), { recursive: true });
    writeFileSync(join(folder, "logs"), "no folder");
    expect(await later(61)).toStartWith("run-");
  });
});
