import { describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { withLock } from "../../../engine/file/lock.ts";
import { diskOperations, type FileOperations } from "../../../engine/file/operations.ts";

const NOW = Date.UTC(2026, 1, 10);

/** A clock that moves only while somebody waits. */
function waitingClock(start = NOW) {
  let time = start;
  const wait = async (ms: number) => {
    time += ms;
    await Promise.resolve();
  };
  return { now: () => time, wait };
}

const lockPath = () => join(mkdtempSync(join(tmpdir(), "lock-")), ".lock");

function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

function leave(path: string, body: object | string, at = NOW): void {
  writeFileSync(path, typeof body === "string" ? body : JSON.stringify(body));
  utimesSync(path, at / 1000, at / 1000);
}

describe("a lock", () => {
  test("tells who holds it while the work is done, and is gone afterwards", async () => {
    const path = lockPath();
    const body = await withLock(path, () => JSON.parse(readFileSync(path, "utf8")), waitingClock());
    expect(body).toMatchObject({
      pid: process.pid,
      hostname: hostname(),
      ts: NOW,
      acquired: "2026-02-10T00:00:00.000Z",
    });
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("is released when the work throws", async () => {
    const path = lockPath();
    const work = () => {
      throw new Error("no");
    };
    expect(withLock(path, work, waitingClock())).rejects.toThrow("no");
    expect(existsSync(path)).toBe(false);
  });

  test("lets one in at a time", async () => {
    const path = lockPath();
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside++;
      most = Math.max(most, inside);
      await Promise.resolve();
      inside--;
    };
    const clock = waitingClock();
    await Promise.all(Array.from({ length: 20 }, () => withLock(path, work, { ...clock, deadlineMs: 1e9 })));
    expect(most).toBe(1);
  });

  test("lets one in at a time where files cannot have two names", async () => {
    const path = lockPath();
    const files: FileOperations = {
      ...diskOperations,
      link() {
        throw Object.assign(new Error("EPERM"), { code: "EPERM" });
      },
    };
    const body = () => readFileSync(path, "utf8");
    const overtaken: FileOperations = {
      ...files,
      link(from, to) {
        if (!existsSync(to)) leave(to, { token: "other", pid: process.ppid, hostname: hostname() });
        files.link(from, to);
      },
    };
    expect(JSON.parse(await withLock(path, body, { ...waitingClock(), files }))).toMatchObject({ pid: process.pid });
    const attempt = withLock(path, () => "in", { ...waitingClock(), files: overtaken, deadlineMs: 100 });
    await expect(attempt).rejects.toMatchObject({ code: "LOCK_HELD" });
    expect(JSON.parse(body()).token).toBe("other");
  });

  test("of a living process is never taken, however old it is", async () => {
    const path = lockPath();
    leave(path, { token: "t", pid: process.ppid, hostname: hostname(), ts: NOW - 1e9 }, NOW - 1e9);
    const attempt = withLock(path, () => "in", waitingClock());
    await expect(attempt).rejects.toMatchObject({ code: "LOCK_HELD", data: { pid: process.ppid } });
    expect(JSON.parse(readFileSync(path, "utf8")).token).toBe("t");
  });

  test.each([
    ["our form", (pid: number) => ({ token: "t", pid, hostname: hostname(), startTime: null, ts: NOW })],
    ["the reference's planning form", (pid: number) => ({ pid, cwd: "/", acquired: "2026-02-10T00:00:00.000Z" })],
    ["a bare process id", (pid: number) => String(pid)],
  ])("of a dead process is taken over at once (%s)", async (_name, body) => {
    const path = lockPath();
    leave(path, body(deadPid()));
    const clock = waitingClock();
    expect(await withLock(path, () => clock.now(), clock)).toBe(NOW);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")("of an earlier process with the same id is taken over", async () => {
    const path = lockPath();
    leave(path, { token: "t", pid: process.pid, hostname: hostname(), startTime: "linux:00000000:1", ts: NOW });
    expect(await withLock(path, () => "in", waitingClock())).toBe("in");
  });

  test.each([
    ["another host", { token: "t", pid: 1, hostname: "elsewhere", ts: NOW }],
    ["nobody knows whom", "{"],
  ])("of %s is given up on after ten minutes only", async (_name, body) => {
    const path = lockPath();
    leave(path, body, NOW - 590_000);
    await expect(withLock(path, () => "in", { ...waitingClock(), deadlineMs: 5000 })).rejects.toMatchObject({
      code: "LOCK_HELD",
    });
    expect(await withLock(path, () => "in", { ...waitingClock(NOW + 11_000), deadlineMs: 5000 })).toBe("in");
  });

  test("whose successor died while taking over is taken over at once as well", async () => {
    const path = lockPath();
    for (const name of [path, `${path}.takeover`, `${path}.takeover.takeover`]) leave(name, { pid: deadPid() });
    const clock = waitingClock();
    expect(await withLock(path, () => clock.now(), clock)).toBe(NOW);
    expect(readdirSync(join(path, ".."))).toEqual([]);
  });

  test("is waited for no longer than asked when the clock is set back", async () => {
    const path = lockPath();
    leave(path, { pid: process.ppid, hostname: hostname() });
    let time = NOW;
    const wait = async () => {
      time -= 1000;
    };
    const attempt = withLock(path, () => "in", { now: () => time, wait, deadlineMs: 100 });
    await expect(attempt).rejects.toMatchObject({ code: "LOCK_HELD" });
  });

  test("is left alone while a living process is taking it over", async () => {
    const path = lockPath();
    leave(path, { pid: deadPid() });
    leave(`${path}.takeover`, { pid: process.ppid, hostname: hostname() });
    await expect(withLock(path, () => "in", { ...waitingClock(), deadlineMs: 100 })).rejects.toMatchObject({
      code: "LOCK_HELD",
    });
  });

  test(
    "keeps processes apart that all die with it",
    async () => {
      const path = lockPath();
      const counter = `${path}.count`;
      writeFileSync(counter, "0");
      leave(path, { pid: deadPid() });
      leave(`${path}.takeover`, { pid: deadPid() });
      const script = new URL("lock-writer.ts", import.meta.url).pathname;
      const exits = Array.from(
        { length: 6 },
        () =>
          new Promise((done) => {
            spawn(process.execPath, [script, path, counter, "20"], { stdio: "inherit" }).on("close", done);
          }),
      );
      expect(await Promise.all(exits)).toEqual([0, 0, 0, 0, 0, 0]);
      expect(readFileSync(counter, "utf8")).toBe("120");
    },
    { timeout: 60_000 },
  );

  test("that was replaced meanwhile is not removed on release", async () => {
    const path = lockPath();
    await withLock(
      path,
      () => {
        rmSync(path);
        leave(path, { token: "other", pid: process.pid, hostname: hostname() });
      },
      waitingClock(),
    );
    expect(JSON.parse(readFileSync(path, "utf8")).token).toBe("other");
  });
});
