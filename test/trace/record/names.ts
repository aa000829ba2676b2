/** What a host calls its things, in the order in which they are first mentioned: `ses_1`, `ses_2`, `call_1`. */
export class Names {
  readonly #given = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(kind: string, original: string): string {
    const known = this.#given.get(original);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    this.#given.set(original, `${kind}_${count}`);
    return `${kind}_${count}`;
  }
}
