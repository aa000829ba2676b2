/** One thing that doctor looked at. */
export interface Finding {
  readonly check:
    | "project"
    | "planning"
    | "settings"
    | "guard"
    | "run"
    | "capability"
    | "copy"
    | "roads"
    | "drop-in"
    | "live";
  readonly level: "ok" | "warning" | "error";
  readonly message: string;
  /** What to do; null where nothing is wrong. */
  readonly remedy: string | null;
}

type Check = Finding["check"];

export const fine = (check: Check, message: string): Finding => ({ check, level: "ok", message, remedy: null });

export const warning = (check: Check, message: string, remedy: string): Finding => ({
  check,
  level: "warning",
  message,
  remedy,
});

export const failure = (check: Check, message: string, remedy: string): Finding => ({
  check,
  level: "error",
  message,
  remedy,
});
