import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

let isSet = false;

/** Makes schemas say what is wrong in words; without it every problem reads as invalid input. */
export function speakInWords(): void {
  if (isSet) return;
  isSet = true;
  z.config(en());
}

/**
 * Reads an input that comes once. Compiling a schema pays only where it is used again and again, and words are wanted
 * only for what does not fit.
 */
export function readOnce<T>(schema: z.ZodMiniType<T>, value: unknown) {
  const read = schema.safeParse(value, { jitless: true });
  if (read.success || isSet) return read;
  speakInWords();
  return schema.safeParse(value, { jitless: true });
}
