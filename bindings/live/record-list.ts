import { LiveError } from "./live-error.ts";

/** Records in order of arrival, with a bounded wait for one that fits. */
export class RecordList<T> {
  readonly all: T[] = [];
  readonly #watchers = new Set<() => void>();
  #ended: LiveError | undefined;

  add(record: T): void {
    this.all.push(record);
    this.#wake();
  }

  /** Nothing more will come: waits that are open, and later ones without a hit, reject with `reason`. */
  end(reason: LiveError): void {
    this.#ended ??= reason;
    this.#wake();
  }

  /** The first record from index `from` on that fits; rejects with `LiveError` after `ms` milliseconds. */
  waitFor(fits: (record: T) => boolean, ms: number, from = 0): Promise<T> {
    return new Promise((resolve, reject) => {
      let next = from;
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        act();
      };
      const look = () => {
        for (; next < this.all.length; next++) {
          const record = this.all[next] as T;
          if (fits(record)) return settle(() => resolve(record));
        }
        const ended = this.#ended;
        if (ended !== undefined) settle(() => reject(ended));
      };
      const timer = setTimeout(() => settle(() => reject(this.#tooLate(ms))), ms);
      this.#watchers.add(look);
      look();
    });
  }

  #tooLate(ms: number): LiveError {
    return new LiveError(`no fitting record within ${ms} ms`, `last: ${JSON.stringify(this.all.slice(-3))}`);
  }

  #wake(): void {
    for (const look of [...this.#watchers]) look();
  }
}
