import * as z from "zod/mini";

/** Text that is there; a number counts as its digits, since programs send phases and counts as numbers. */
export function word() {
  return z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String));
}

/** A flag: true, or the text that a command line gives for it. */
export function flag() {
  return z.pipe(
    z.optional(z.union([z.boolean(), z.string()])),
    z.transform((value) => value === true || (typeof value === "string" && value !== "false" && value !== "")),
  );
}

export function nothing() {
  return z.object({});
}
