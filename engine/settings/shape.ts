/** What a setting takes, as data: checks, words and JSON Schema are made from it. */
export type Shape =
  | { readonly is: "anything" }
  | { readonly is: "switch" }
  | { readonly is: "count"; readonly from: number }
  | { readonly is: "number" }
  | { readonly is: "text"; readonly mayBeEmpty?: true }
  | {
      readonly is: "choice";
      readonly of: readonly string[];
      /** What the words are, where they are too many to be listed. */
      readonly called?: string;
    }
  | { readonly is: "list"; readonly of: Shape }
  | {
      readonly is: "map";
      /** The names that there are; any where absent. */
      readonly names?: readonly string[];
      readonly called?: string;
      readonly of: Shape;
    };

export const SWITCH: Shape = { is: "switch" };
export const TEXT: Shape = { is: "text" };
export const TEXTS: Shape = { is: "list", of: TEXT };
