import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

let isSet = false;

/** Makes schemas say what is wrong in words; without it every problem reads as invalid input. */
export function speakInWords(): void {
  if (isSet) return;
  isSet = true;
  z.config(en());
}
