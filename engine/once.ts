/** What costs something and few ask for: made at the first question, kept for the next ones. */
export function once<T>(make: () => T): () => T {
  let pending: (() => T) | null = make;
  let value: T;
  return () => {
    if (pending !== null) {
      value = pending();
      pending = null;
    }
    return value;
  };
}
