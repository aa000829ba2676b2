/** Reads data that a host promises nothing about. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
