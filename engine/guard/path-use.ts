/** How a write changes a file, as far as the call tells. */
export type Effect =
  | { readonly kind: "replace"; readonly text: string }
  | { readonly kind: "edits"; readonly edits: readonly Edit[] }
  /** A patch, with the lines that it takes out and puts in, in characters. */
  | { readonly kind: "hunks"; readonly edits: readonly Edit[]; readonly removed: number; readonly added: number }
  /** Takes the place of what is there; `size` in bytes where it is known. */
  | { readonly kind: "overwrite"; readonly size: number | null };

export interface Edit {
  readonly before: string;
  readonly after: string;
  readonly everywhere: boolean;
}

/** What a call would do with one path. `named` means that the call names it and nobody can tell for what. */
export interface PathUse {
  readonly path: string;
  readonly use: "read" | "write" | "delete" | "named";
  readonly effect?: Effect;
  /** Also what lies below a folder, and in which it comes upon hidden files as on any. */
  readonly deep?: true;
}
