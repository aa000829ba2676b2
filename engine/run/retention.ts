export type Retention =
  | {
      readonly ok: true /** Bytes of archived log after which a person is warned; null: no limit. */;
      readonly limit: number | null;
    }
  | { readonly ok: false; readonly message: string };

const UNITS: Readonly<Record<string, number>> = { MB: 1024 * 1024, GB: 1024 * 1024 * 1024 };

/** Who says in the log that the archive has grown too large. */
export const RETENTION_SPEAKER = { lane_id: "lead", specialist: "engine" } as const;

/** Reads `GUILD_LOG_RETENTION`: `unlimited`, `<n>MB` or `<n>GB`. Nothing is ever deleted because of it. */
export function readRetention(value: string | undefined): Retention {
  if (value === undefined || value === "" || value === "unlimited") return { ok: true, limit: null };
  const [, count, unit = ""] = /^([1-9]\d*)(MB|GB)$/.exec(value) ?? [];
  if (count === undefined) {
    return {
      ok: false,
      message: `GUILD_LOG_RETENTION is ${JSON.stringify(value)}; it takes unlimited, <n>MB or <n>GB`,
    };
  }
  return { ok: true, limit: Number(count) * (UNITS[unit] ?? 1) };
}
