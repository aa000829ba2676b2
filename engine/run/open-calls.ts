/** A call that has begun. Times are milliseconds since the epoch. */
export interface OpenCall {
  readonly run: string;
  readonly lane: string | undefined;
  readonly tool: string;
  readonly at: number;
  readonly command: string;
  readonly call: string | undefined;
}

export interface EndedCall {
  readonly run: string;
  readonly lane: string | undefined;
  readonly tool: string;
  readonly at: number;
  readonly call: string | undefined;
  readonly status: "ok" | "err";
  readonly result: string;
}

/** The fields of a `tool_call` line, with its time. */
export interface PairedCall {
  readonly at: number;
  readonly lane: string | undefined;
  readonly tool: string;
  readonly command: string;
  readonly status: "ok" | "err";
  readonly latency: number;
  readonly result: string;
}

const ORPHAN_AFTER_MS = 5 * 60_000;
export const ORPHAN_RESULT = "<orphaned — pre/post pairing failed>";

/** Calls that have begun and not ended. Kept in memory: they end with the process, like the calls themselves. */
export class OpenCalls {
  #open: OpenCall[] = [];

  get all(): readonly OpenCall[] {
    return this.#open;
  }

  begin(call: OpenCall): void {
    this.#open.push(call);
  }

  /** Pairs a result with its call. A result without one is a gap in what was seen, not a failure of the tool. */
  end(ended: EndedCall): PairedCall {
    const { at, lane, tool, result } = ended;
    const begun = this.#take(ended);
    if (!begun) return { at, lane, tool, command: "", status: "ok", latency: 0, result };
    const latency = Math.max(0, at - begun.at);
    return { at, lane, tool, command: begun.command, status: ended.status, latency, result };
  }

  /** Takes out what has been open for longer than five minutes, as lines that say so. */
  sweep(now: number): readonly PairedCall[] {
    const isOrphan = ({ at }: OpenCall) => now - at > ORPHAN_AFTER_MS;
    const orphans = this.#open.filter(isOrphan);
    if (orphans.length > 0) this.#open = this.#open.filter((call) => !isOrphan(call));
    return orphans.map(({ at, lane, tool, command }) => {
      return { at, lane, tool, command, status: "err", latency: -1, result: ORPHAN_RESULT };
    });
  }

  /** The host's call id decides alone; without one, the oldest call that fits. */
  #take(ended: EndedCall): OpenCall | undefined {
    const found =
      ended.call === undefined
        ? this.#open.filter((begun) => isLike(begun, ended)).sort((a, b) => a.at - b.at)[0]
        : this.#open.find(({ call }) => call === ended.call);
    if (found) this.#open = this.#open.filter((call) => call !== found);
    return found;
  }
}

function isLike(begun: OpenCall, ended: EndedCall): boolean {
  return begun.run === ended.run && begun.tool === ended.tool && begun.lane === ended.lane && begun.at < ended.at;
}
