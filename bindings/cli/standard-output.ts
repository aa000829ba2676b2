import { fstatSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import type { Output } from "./cli-io.ts";

/**
 * A standard stream without the stream that the runtime makes for it, which takes longer to make than most answers. A
 * reader such as `head` may go before all is said.
 */
export function standardOutput(descriptor: 1 | 2): Output {
  return {
    isTTY: isTerminal(descriptor),
    write(text) {
      const bytes = Buffer.from(text);
      for (let written = 0; written < bytes.length; ) {
        const more = writeSome(descriptor, bytes.subarray(written));
        if (more === null) return;
        written += more;
      }
    },
  };
}

/** Only a device can be a terminal: asking about a pipe, a file or the null device loads nothing. */
export function isTerminal(descriptor: number): boolean {
  try {
    const device = fstatSync(descriptor);
    if (!device.isCharacterDevice() || device.rdev === statSync(devNull).rdev) return false;
    return process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    // A closed descriptor is no terminal.
    return false;
  }
}

/** How many bytes were taken; null when nobody reads any more. */
function writeSome(descriptor: number, bytes: Uint8Array): number | null {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return waitAMoment();
    if (codeOf(error) === "EPIPE") return null;
    throw error;
  }
}

/** A full pipe whose reader shares it without blocking. */
function waitAMoment(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  return 0;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
