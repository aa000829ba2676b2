/**
 * Texts that the model must see with its next request. One text per subject, which is what its first line says: a newer
 * one takes the place of the older.
 */
export class KeptTexts {
  readonly #texts = new Map<string, string>();

  keep(text: string): void {
    this.#texts.set(text.split("\n", 1)[0] ?? "", text);
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0;
  }

  /** All of them as one, or null. */
  joined(): string | null {
    return this.isEmpty ? null : [...this.#texts.values()].join("\n\n");
  }

  clear(): void {
    this.#texts.clear();
  }
}
